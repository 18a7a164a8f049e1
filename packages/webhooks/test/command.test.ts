/**
 * Runs the command as a process. A real server verifies its requests.
 *
 * @module-tag slow
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createReceiver, createVerifier, eventTypes, isKnownEvent } from '@booking-service/webhooks';
import { createNodeHandler } from '@booking-service/webhooks/node';
import { createTestEvent, createTestWebhook } from '@booking-service/webhooks/testing';

const secret = 'whsec_command';
const bin = fileURLToPath(new URL('../bin/booking-webhooks.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'booking-webhooks-'));
const seen: string[] = [];
const verifier = createVerifier({ secrets: [secret] });
const receiver = createReceiver({
  verifier: {
    ...verifier,
    async checkAsync(body, headers) {
      const found = await verifier.checkAsync(body, headers);
      if (found.ok) seen.push(`${found.event.type} ${found.event.id} ${isKnownEvent(found.event)}`);
      return found;
    },
  },
});
const server = createServer(createNodeHandler(receiver));
let url = '';

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address of this form.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
});
beforeEach(() => void seen.splice(0));
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

function run(args: readonly string[], input?: string): Promise<{ code: unknown; out: string; err: string }> {
  const env = { ...process.env, BOOKING_WEBHOOK_SECRET: args.includes('--secret') ? '' : secret };
  return new Promise((done) => {
    const flags = ['--conditions=@booking-service/source', bin, ...args];
    const child = execFile(process.execPath, flags, { env }, (error, out, err) => {
      done({ code: error ? error.code : 0, out, err });
    });
    child.stdin?.end(input);
  });
}

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('booking-webhooks send', () => {
  it.each(eventTypes)('EVT-1 SIG-2: sends a signed %s', async (type) => {
    const { code, out } = await run(['send', url, '--type', type, '--id', 'evt_sent']);
    expect([code, out]).toEqual([0, expect.stringMatching(new RegExp(`^${type} evt_sent: 204 after \\d+ ms\n$`))]);
    expect(seen).toEqual([`${type} evt_sent true`]);
  });

  it('SIG-2: sends the bytes of a file', async () => {
    const body = file(
      'later.json',
      JSON.stringify({ ...createTestEvent('booking.created', { id: 'evt_f' }), type: 'venue.closed' }),
    );
    expect((await run(['send', url, '--body', body])).code).toBe(0);
    expect(seen).toEqual(['venue.closed evt_f false']);
  });

  it('prints the reason of a refusal and exits with 1', async () => {
    const { code, out } = await run(['send', url, '--secret', 'whsec_other']);
    expect([code, out]).toEqual([1, expect.stringContaining(': 400 after')]);
    expect(out).toContain('signature_mismatch: Check the secret');
    const closed = await run(['send', 'http://127.0.0.1:9/', '--type', 'booking.failed']);
    expect([closed.code, closed.out]).toEqual([1, expect.stringContaining('no response after')]);
  });
});

it('DLV-4: does not send a webhook to the address of a redirect', async () => {
  await using moved = createServer((_req, res) => res.writeHead(307, { Location: url }).end());
  moved.listen(0, '127.0.0.1');
  await once(moved, 'listening');
  // A server that listens on a port has an address of this form.
  const { port } = moved.address() as AddressInfo;
  const { code, out } = await run(['send', `http://127.0.0.1:${port}/`]);
  expect([code, out, seen]).toEqual([1, expect.stringContaining(': 307 after'), []]);
});

it('SIG-4: replays each line of a file in order with a new signature and prints the count', async () => {
  const lines = ['evt_1', 'evt_2'].map((id) => JSON.stringify(createTestEvent('booking.created', { id })));
  const good = await run(['replay', file('good.jsonl', `${lines.join('\n\n')}\r\n`), url]);
  expect([good.code, good.out]).toEqual([0, expect.stringContaining('2 of 2 accepted\n')]);
  expect(seen).toEqual(['booking.created evt_1 true', 'booking.created evt_2 true']);
  const bad = await run(['replay', file('bad.jsonl', `${lines[0]}\nno event\n`), url]);
  expect([bad.code, bad.out]).toEqual([1, expect.stringMatching(/line 2: 400 [^]*\n1 of 2 accepted\n$/)]);
  expect((await run(['replay', file('empty.jsonl', '\n'), url])).code).toBe(1);
});

describe('booking-webhooks verify', () => {
  const event = createTestEvent('booking.modified', { id: 'evt_v' });
  const { body, headers } = createTestWebhook(event, { secret, timestamp: 1_795_168_800 });
  const header = headers['Service-Signature'];
  const captured = () => file('captured.json', String(body));

  it('SIG-3: accepts a genuine request from a file and from standard input', async () => {
    const output = 'genuine: booking.modified evt_v, signed at 2026-11-20T10:00:00.000Z\n';
    const at = ['--at', '1795168810', '--header', `Service-Signature: ${header}`];
    expect(await run(['verify', '--body', captured(), ...at])).toMatchObject({ code: 0, out: output });
    expect(await run(['verify', '--body', '-', ...at], String(body))).toMatchObject({ code: 0, out: output });
  });

  it('SIG-3: prints the reason and the mistake of a refused request', async () => {
    const at = ['--at', '1795168810', '--header', header];
    const quoted = await run(['verify', '--body', captured(), ...at, '--secret', `"${secret}"`]);
    expect(quoted).toMatchObject({ code: 1, out: expect.stringContaining('quotation marks around it') });
    const late = await run(['verify', '--body', captured(), '--header', header, '--at', '1795169800']);
    expect(late).toMatchObject({ code: 1, out: expect.stringMatching(/^refused: timestamp_too_old\n[^]*use --at/) });
    const early = await run(['verify', '--body', captured(), '--header', header, '--at', '1795160000']);
    expect(early).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /^refused: timestamp_too_new\nGenuine: [^]*sandbox[^]*use --at [^]*\/sandbox\/clock\.\n$/,
      ),
    });
    expect(await run(['verify', '--body', captured()])).toMatchObject({
      code: 1,
      out: expect.stringContaining('header_missing'),
    });
  });
});

it('prints the help of all commands, or of one', async () => {
  const all = (await run(['help'])).out;
  const usages = [
    'booking-webhooks send URL [flags]',
    'booking-webhooks replay FILE URL [flags]',
    'booking-webhooks verify --body FILE [flags]',
  ];
  for (const usage of usages) expect(all).toContain(usage);
  const one = (await run(['verify', '--help'])).out;
  expect(usages.filter((usage) => one.includes(usage))).toEqual(usages.slice(2));
  for (const flag of ['--body FILE', '--header VALUE', '--at SECONDS', '--secret SECRET']) expect(one).toContain(flag);
});

it.each([
  [['help'], 0, /booking-webhooks send URL/],
  [[], 0, /booking-webhooks replay FILE URL/],
  [['send', '--help'], 0, /BOOKING_WEBHOOK_SECRET/],
  [['sned'], 2, /Unknown command sned/],
  [['send'], 2, /Missing: URL\./],
  [['send', 'localhost'], 2, /localhost is not an HTTP URL/],
  [['send', 'http://127.0.0.1:9/', 'x'], 2, /Unexpected argument x/],
  [['send', 'http://127.0.0.1:9/', '--secret', ' '], 2, /signing secret is missing\. Set BOOKING_WEBHOOK_SECRET/],
  [
    ['send', 'http://127.0.0.1:9/', '--type', 'booking.canceled'],
    2,
    /booking\.canceled is not an event type\. Use one of booking\.created/,
  ],
  [['send', 'http://127.0.0.1:9/', '--tpye', 'x'], 2, /--tpye/],
  [['replay'], 2, /Missing: FILE, URL\./],
  [['replay', '/nowhere.jsonl', 'http://127.0.0.1:9/'], 2, /nowhere\.jsonl/],
  [['verify'], 2, /Missing: --body FILE\./],
  [['verify', '--body', 'a', '--at', 'noon'], 2, /--at noon is not a whole number/],
] as [string[], number, RegExp][])('exits with the right code and message after %j', async (args, code, message) => {
  const { code: exited, out, err } = await run(args);
  expect([exited, code === 0 ? out : err]).toEqual([code, expect.stringMatching(message)]);
});
