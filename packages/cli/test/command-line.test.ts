import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile, writeFile, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventTypes } from '@booking-service/contract';
import { createTestEvent, createTestWebhook } from '@booking-service/webhooks/testing';
import { openWebhookEndpoint } from '@booking-service/kernel/testing';
import { describe, expect, it } from 'vitest';
import { endOfInput, openTestSandbox, run, startCommand } from './support.ts';

const openFolder = () => mkdtempDisposable(join(tmpdir(), 'booking-cli-'));
/** Nothing listens there. */
const nowhere = 'http://127.0.0.1:1';

describe('booking --help', () => {
  it('lists every command, the environment, and where to begin', async () => {
    const { exitCode, stdout, stderr } = await run(['--help']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    for (const name of ['sandbox', 'listen', 'trigger', 'logs', 'status', 'verify', 'replay'])
      expect(stdout).toMatch(new RegExp(`^  ${name}( \\S+)*  +[A-Z]`, 'm'));
    expect(stdout).toContain('BOOKING_API_KEY');
    expect(stdout).toContain('booking listen --forward-to http://127.0.0.1:3000/webhooks');
    expect(await run(['help'])).toEqual({ exitCode, stdout, stderr });
  });

  it.each(['sandbox', 'listen', 'trigger', 'logs', 'status', 'verify', 'replay'])(
    'shows the flags of %s',
    async (name) => {
      const help = await run([name, '--help']);
      expect(help).toMatchObject({ exitCode: 0, stderr: '' });
      expect(help.stdout).toContain(`booking ${name}`);
      expect(await run(['help', name])).toEqual(help);
    },
  );

  it('has one layout, and the form of a command after a mistake', async () => {
    for (const name of ['listen', 'trigger', 'logs', 'status', 'send', 'verify', 'replay', 'completion'])
      expect((await run([name, '--help'])).stdout).toMatch(
        new RegExp(`^Usage: booking ${name} [^]+\n\nOptions:\n[^]+\n\nExample:\n  .*booking ${name}`),
      );
    const mistakes = [
      [
        ['listen'],
        /^Required option '--forward-to <URL>' not specified\n\(Use booking listen --help to list its flags\.\)\n$/,
      ],
      [
        ['listen', '--forward-to', 'localhost'],
        /Use an http or https URL such as http:\/\/127\.0\.0\.1:3000\/webhooks\./,
      ],
      [['logs', '--operation', 'getBookings'], /Use one of searchVenues, .+ getBooking, /],
      [['send', nowhere, '--type', 'booking.lost'], /Use one of booking\.created, /],
      [['verify', '--body', 'a', '--at', 'noon'], /Use whole seconds from 0\./],
      [['send', nowhere], /^The signing secret is missing\. Set BOOKING_WEBHOOK_SECRET or --secret-file\.\n$/],
      [['replay', '/nowhere', nowhere, '--secret-file', '/nowhere'], /^Cannot read the file of --secret-file: /],
    ] as const;
    for (const [args, stderr] of mistakes)
      expect(await run(args)).toEqual({ exitCode: 2, stdout: '', stderr: expect.stringMatching(stderr) });
  });

  it.each(['bash', 'zsh'])('prints a completion that %s loads', async (shell) => {
    const { stdout } = await run(['completion', shell]);
    const program = `${stdout.replace(/^autoload.*\n/, '')}
      COMP_WORDS=(booking listen --for); COMP_CWORD=2; _booking; echo "\${COMPREPLY[@]}"
      COMP_WORDS=(booking tri); COMP_CWORD=1; _booking; echo "\${COMPREPLY[@]}"
      COMP_WORDS=(booking trigger booking.f); COMP_CWORD=2; _booking; echo "\${COMPREPLY[@]}"`;
    const printed = execFileSync('bash', ['-c', program], { encoding: 'utf8' });
    expect(printed).toBe('--forward-to\ntrigger\nbooking.failed\n');
    expect((await run(['completion', 'fish'])).stdout).toContain(
      "-n '__fish_seen_subcommand_from logs' -a --operation\n",
    );
  });

  it('refuses an unknown command and an unknown flag, and prints no key', async () => {
    expect(await run(['listn'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/^Unknown command 'listn'/),
    });
    const { exitCode, stderr } = await run(['status', '--api-key=sk_test_5f0c1f2e']);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringMatching(/^Unknown option '--api-key=sk_test_…'/),
    });
    expect((await run([])).exitCode).toBe(2);
  });
});

describe('the service and the key of a command', () => {
  it('reads the key from a file, from the environment, and from the sandbox in a folder', async () => {
    await using opened = await openTestSandbox();
    await using folder = await openFolder();
    const { BOOKING_BASE_URL: url = '', BOOKING_ADMIN_URL: admin_url, BOOKING_API_KEY: key } = opened.environment;
    const [file, profile] = [join(folder.path, 'key'), join(folder.path, 'staging.env')];
    await writeFile(profile, `BOOKING_BASE_URL=${url}\nBOOKING_API_KEY=${key}\n`);
    await writeFile(file, `${key}\n`);
    await writeFile(
      join(folder.path, 'sandbox-credentials.json'),
      JSON.stringify({ keys: { test: key }, url, admin_url }),
    );
    const cases = [
      [['--url', url, '--api-key-file', file], {}, file],
      [['--url', url], { BOOKING_API_KEY: String(key) }, 'BOOKING_API_KEY'],
      [['--data', folder.path], {}, join(folder.path, 'sandbox-credentials.json')],
      [['--profile', profile], { BOOKING_API_KEY: 'sk_test_other' }, 'BOOKING_API_KEY'],
    ] as const;
    for (const [args, environment, source] of cases) {
      const { exitCode, stdout, stderr } = await run(['status', ...args], environment);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(stdout).toContain(`${url} accepts the key`);
      expect(stdout).toContain(`test mode, from ${source}`);
      expect(stdout).not.toContain(key);
    }
    // The file has the address of the clock, too.
    expect((await run(['status', '--data', folder.path])).stdout).toMatch(/^Clock +\S+Z, of the sandbox$/m);
    // Only the sandbox of the file gets its key.
    expect(await run(['status', '--data', folder.path, '--url', nowhere])).toMatchObject({ exitCode: 2 });
  });

  it('ignores the file of a sandbox that is not on this computer', async () => {
    await using folder = await openFolder();
    const foreign = { keys: { test: 'sk_test_a' }, url: 'http://192.0.2.1', admin_url: 'http://127.0.0.1:7422' };
    await writeFile(join(folder.path, 'sandbox-credentials.json'), JSON.stringify(foreign));
    expect(await run(['status', '--data', folder.path])).toMatchObject({
      exitCode: 2,
      stderr:
        'The API key is missing. Set BOOKING_API_KEY or --api-key-file, or start a sandbox in this folder with booking sandbox.\n',
    });
  });

  it('says why a service or a key cannot be used, and what to do', async () => {
    const key = { BOOKING_API_KEY: 'sk_test_5f0c1f2e' };
    const cases = [
      [
        ['--url', nowhere],
        key,
        1,
        /^No service responds at http:\/\/127\.0\.0\.1:1 \(.*\)\. Start a sandbox with booking sandbox, or /,
      ],
      [['--url', 'nowhere'], key, 2, /^The base URL must be an http or https URL such as /],
      [['--url', `${nowhere}/v1`], key, 2, /^The base URL .* cannot be used\. baseUrl .* must be /],
      [
        ['--url', nowhere],
        { BOOKING_API_KEY: 'secret' },
        2,
        /^The API key from BOOKING_API_KEY must begin with sk_test_ or sk_live_\.\n$/,
      ],
      [
        ['--api-key-file', '/nowhere'],
        {},
        2,
        /^Cannot read the file of --api-key-file: .*\. Name a file that contains the API key\./,
      ],
    ] as const;
    for (const [args, environment, exitCode, stderr] of cases)
      expect(await run(['status', ...args], environment)).toEqual({
        exitCode,
        stdout: '',
        stderr: expect.stringMatching(stderr),
      });
  });

  it('names the scope that a key lacks', async () => {
    await using opened = await openTestSandbox();
    const environment = { ...opened.environment, BOOKING_API_KEY: 'sk_test_sandbox_no_scopes' };
    expect(await run(['status'], environment)).toMatchObject({
      exitCode: 1,
      stderr:
        'The API key from BOOKING_API_KEY lacks the scope bookings:read, which listBookings needs. Use a key that has it.\n',
    });
  });
});

describe('booking send, verify and replay', () => {
  const environment = { BOOKING_WEBHOOK_SECRET: 'whsec_own' };

  it('verifies a captured webhook, and explains a wrong one', async () => {
    await using folder = await openFolder();
    const body = join(folder.path, 'body.json');
    const webhook = createTestWebhook(createTestEvent('booking.confirmed'), { secret: 'whsec_own' });
    await writeFile(body, webhook.body);
    const line = ['verify', '--body', body, '--header', webhook.headers['Service-Signature']];
    expect(await run(line, environment)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^genuine: booking\.confirmed /),
    });
    expect(await run(line, { BOOKING_WEBHOOK_SECRET: 'whsec_other' })).toMatchObject({
      exitCode: 1,
      stdout: expect.stringMatching(/^refused: signature_mismatch\n/),
    });
    expect(await run(line)).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/secret is missing/) });
  });

  it('explains the time of a captured webhook, and reads it from standard input', async () => {
    const webhook = createTestWebhook(createTestEvent('booking.confirmed'), {
      secret: 'whsec_own',
      timestamp: 1_795_168_800,
    });
    const verify = async (at: string) => {
      const line = ['verify', '--body', '-', '--at', at, '--header', webhook.headers['Service-Signature']];
      await using command = startCommand(line, environment);
      command.press(String(webhook.body));
      command.press(endOfInput);
      return command.ended;
    };
    expect((await verify('1795168810')).stdout).toMatch(
      /^genuine: booking\.confirmed \S+, signed at 2026-11-20T10:00:00/,
    );
    expect((await verify('1795169800')).stdout).toMatch(/^refused: timestamp_too_old\n[^]*use --at/);
    expect((await verify('1795160000')).stdout).toMatch(/^refused: timestamp_too_new\n[^]*\/sandbox\/clock\.\n$/);
  });

  it('EVT-1 SIG-2: sends a signed event of each type, or the bytes of a file', async () => {
    await using folder = await openFolder();
    await using endpoint = await openWebhookEndpoint();
    for (const type of eventTypes) {
      const { exitCode, stdout } = await run(['send', endpoint.url, '--type', type, '--id', 'evt_sent'], environment);
      expect([exitCode, stdout]).toEqual([
        0,
        expect.stringMatching(new RegExp(`^${type} evt_sent: 204 after \\d+ ms`)),
      ]);
    }
    expect(endpoint.received.map(({ event }) => event.type)).toEqual(eventTypes);
    const body = join(folder.path, 'later.json');
    await writeFile(body, JSON.stringify({ ...createTestEvent('booking.created'), type: 'venue.closed' }));
    expect((await run(['send', endpoint.url, '--body', body], environment)).exitCode).toBe(0);
    expect(endpoint.received.at(-1)?.event.type).toBe('venue.closed');
    expect(await run(['send', nowhere], environment)).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining(': no response after '),
      stderr: '',
    });
  });

  it('DLV-4: does not send a webhook to the address of a redirect', async () => {
    await using moved = createServer((_request, response) => response.writeHead(307, { Location: nowhere }).end());
    await once(moved.listen(0, '127.0.0.1'), 'listening');
    // A server that listens on a port has an address of this form.
    const url = `http://127.0.0.1:${(moved.address() as AddressInfo).port}`;
    expect(await run(['send', url], environment)).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining(': 307 after '),
    });
  });

  it('sends the lines of a file again', async () => {
    await using folder = await openFolder();
    await using endpoint = await openWebhookEndpoint();
    const file = join(folder.path, 'events.jsonl');
    const events = [createTestEvent('booking.created'), createTestEvent('booking.failed')];
    await writeFile(file, events.map((event) => JSON.stringify(event)).join('\n'));
    expect(await run(['replay', file, endpoint.url], environment)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/2 of 2 accepted\n$/),
    });
    expect(endpoint.received.map(({ event }) => event)).toEqual(events);
    expect(await readFile(file, 'utf8')).toContain(events[0]?.id);
  });
});
