/** The sandbox's webhook receiver, over HTTP. */
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { once } from 'node:events';
import { createSigner, SIGNATURE_HEADER } from '@booking-service/webhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createReceivedLog,
  type ReceivedLog,
  type RunningReceiver,
  startReceiver,
} from '../../src/command/sandbox/receiver.ts';
import { sendRaw, toRequest, untilReset } from '../support/raw/raw-http.ts';
import { listReceived } from '../support/processes/server-process.ts';

const secret = 'whsec_receiver';
const signer = createSigner({ secret });
const maxBytes = 256 * 1024;

let receiver: RunningReceiver;
let receivedLog: ReceivedLog;
beforeEach(async () => {
  receivedLog = createReceivedLog();
  receiver = await startReceiver({ host: '127.0.0.1', port: 0, readSecrets: async () => [secret], log: receivedLog });
  return () => receiver[Symbol.asyncDispose]();
});

describe('POST /webhooks', () => {
  it('SIG-1 SIG-2: accepts a webhook that is signed with the secret, and lists its event', async () => {
    const event = eventOf('evt_1');
    expect(await deliver(JSON.stringify(event))).toBe(204);
    expect(await listReceived(receiver.url)).toEqual([
      {
        received_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        signature: 'verified',
        repeated: false,
        event,
      },
    ]);
  });

  it('keeps the headers and the body of each webhook with the verdict, within bounds', async () => {
    const text = JSON.stringify(eventOf('evt_1'));
    await deliver(text);
    await deliver('x'.repeat(20_000), 'v1=abc');
    const [refused, verified] = receivedLog.newest.map(({ webhook }) => webhook);
    expect(verified).toEqual({
      id: expect.stringMatching(/^rcv_/),
      object: 'received_webhook',
      received_at: expect.any(String),
      signature: { verified: true, reason: null, hint: null },
      repeated: false,
      event_id: 'evt_1',
      event_type: 'booking.confirmed',
      booking_id: 'bkg_1',
      headers: expect.objectContaining({
        'content-type': 'application/json',
        [SIGNATURE_HEADER.toLowerCase()]: expect.stringMatching(/^t=/),
      }),
      body: text,
      body_truncated: false,
    });
    expect(refused).toMatchObject({
      signature: { verified: false, reason: 'header_malformed', hint: expect.stringContaining(' ') },
      event_id: null,
      event_type: null,
      booking_id: null,
      body: 'x'.repeat(16_384),
      body_truncated: true,
    });
  });

  it('lists the newest first', async () => {
    await deliver(JSON.stringify(eventOf('evt_1')));
    await deliver(JSON.stringify(eventOf('evt_2')));
    const received = await listReceived(receiver.url);
    expect(received.map(({ event }) => event?.id)).toEqual(['evt_2', 'evt_1']);
  });

  it('DLV-6: accepts a repeated event and marks it', async () => {
    const text = JSON.stringify(eventOf('evt_1'));
    expect([await deliver(text), await deliver(JSON.stringify(eventOf('evt_2'))), await deliver(text)]).toEqual([
      204, 204, 204,
    ]);
    const received = await listReceived(receiver.url);
    expect(received.map(({ event, repeated }) => [event?.id, repeated])).toEqual([
      ['evt_1', true],
      ['evt_2', false],
      ['evt_1', false],
    ]);
  });

  it.each([
    {
      fault: 'another secret',
      header: (text: string) => createSigner({ secret: 'other' }).header(text),
      reason: 'signature_mismatch',
    },
    { fault: 'another body', header: (text: string) => signer.header(`${text} `), reason: 'signature_mismatch' },
    { fault: 'no signature', header: () => null, reason: 'header_missing' },
    { fault: 'a header of another form', header: () => 'v1=abc', reason: 'header_malformed' },
    {
      fault: 'an old time',
      header: (text: string) => signer.header(text, { timestamp: 1_000_000_000 }),
      reason: 'timestamp_too_old',
    },
  ])('SIG-2 SIG-5: refuses $fault with 400, and shows why but not the event', async ({ header, reason }) => {
    const text = JSON.stringify(eventOf('evt_1'));
    expect(await deliver(text, header(text))).toBe(400);
    const [shown] = await listReceived(receiver.url);
    expect(shown).toMatchObject({
      repeated: false,
      event: null,
      signature: expect.stringMatching(`^${reason}: .*\\.$`),
    });
  });

  it('does not count a refused event as an earlier one', async () => {
    const text = JSON.stringify(eventOf('evt_1'));
    await deliver(text, 'v1=abc');
    await deliver(text);
    const [shown] = await listReceived(receiver.url);
    expect(shown).toMatchObject({ signature: 'verified', repeated: false });
  });

  it('refuses a signed body that is not an event', async () => {
    expect(await deliver('{"id":"evt_1"}')).toBe(400);
    const [shown] = await listReceived(receiver.url);
    expect(shown).toMatchObject({ event: null, signature: expect.stringMatching(/^event_malformed: /) });
  });

  it.each([
    { size: maxBytes, status: 400 },
    { size: maxBytes + 1, status: 413 },
    { size: 4 * maxBytes, status: 413 },
  ])('returns $status for $size bytes', async ({ size, status }) => {
    expect(await deliver(' '.repeat(size))).toBe(status);
    expect(await listReceived(receiver.url)).toHaveLength(status === 413 ? 0 : 1);
  });

  it('refuses a chunked body with 413 before its end', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const sending = request(`${receiver.url}/webhooks`, { method: 'POST', headers });
    sending.write(Buffer.alloc(maxBytes + 1));
    const [response] = await once(sending, 'response');
    expect(response).toMatchObject({ statusCode: 413 });
    sending.destroy();
  });

  it('keeps the newest 200', async () => {
    for (let number = 0; number < 201; number += 1) await deliver(JSON.stringify(eventOf(`evt_${number}`)));
    const received = await listReceived(receiver.url);
    expect([received.length, received[0]?.event?.id, received.at(-1)?.event?.id]).toEqual([200, 'evt_200', 'evt_1']);
  });
});

it.each(['GET /webhooks', 'POST /', 'POST /events', 'GET /other', 'GET /events/evt_1', 'PUT /webhooks'])(
  'returns 404 to %s with a list of the paths',
  async (target) => {
    const [method = '', path = ''] = target.split(' ');
    const response = await fetch(receiver.url + path, { method });
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('Use GET /, GET /events or POST /webhooks.\n');
  },
);

const signed = { 'Content-Type': 'application/json', [SIGNATURE_HEADER]: 'v1=abc' };

it.each([
  { name: 'a foreign host name that points here, reading', target: 'GET /events', host: 'evil.test', status: 403 },
  { name: 'a foreign host name that points here, at the page', target: 'GET /', host: 'evil.test', status: 403 },
  { name: 'a foreign host name that points here, writing', target: 'POST /webhooks', host: 'evil.test', status: 403 },
  {
    name: 'a page of another origin',
    target: 'POST /webhooks',
    host: 'localhost',
    headers: { ...signed, Origin: 'http://evil.test' },
    status: 403,
  },
  {
    name: 'a form',
    target: 'POST /webhooks',
    host: 'localhost',
    headers: { 'Content-Type': 'text/plain' },
    status: 415,
  },
  { name: 'a body without a type', target: 'POST /webhooks', host: 'localhost', headers: {}, status: 415 },
])(
  'SIG-1: accepts nothing from $name, and returns nothing to it',
  async ({ target, host, headers = signed, status }) => {
    const lines = [`Host: ${host}`, ...Object.entries(headers).map((pair) => pair.join(': ')), 'Connection: close'];
    const bytes = toRequest(target, { headers: lines, body: target.startsWith('POST') ? '{}' : '' });
    const [response] = await sendRaw(receiver.url, bytes.replace('Host: service.test\r\n', ''));
    expect(response?.status).toBe(status);
    expect(await listReceived(receiver.url)).toEqual([]);
  },
);

it('destroys a connection with malformed bytes, even if the peer ignores its end', async () => {
  expect(await untilReset(receiver.url, 'abc\r\n')).toBeUndefined();
});

describe('GET /', () => {
  it('has a policy that allows only its own script, its own style and /events', async () => {
    const response = await fetch(receiver.url);
    const html = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(Object.fromEntries(policyOf(response))).toEqual({
      'default-src': ["'none'"],
      'script-src': hashesOf(html, 'script'),
      'style-src': hashesOf(html, 'style'),
      'connect-src': ["'self'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
    });
  });

  it('requests only what the policy allows', async () => {
    const html = await (await fetch(receiver.url)).text();
    expect(html).not.toMatch(/https?:|src=|<link|<form|style="|\son\w+=/);
    expect(html.match(/href="[^"]*"/g)).toEqual(['href="/events"']);
    expect(html).not.toContain('innerHTML');
  });

  it('links the screen of the dashboard that opens each webhook, if there is a dashboard', async () => {
    const dashboard_url = 'http://127.0.0.1:7423/organizations/org_1/received-webhooks';
    const options = { host: '127.0.0.1', port: 0, readSecrets: async () => [secret] };
    await using linked = await startReceiver({ ...options, dashboard_url });
    const html = await (await fetch(linked.url)).text();
    expect(html.match(/href="[^"]*"/g)).toEqual(['href="/events"', `href="${dashboard_url}"`]);
  });
});

/** Sends a webhook, signed by default, and returns the status of the response. */
async function deliver(text: string, header: string | null = signer.header(text)): Promise<number> {
  const headers = { 'Content-Type': 'application/json', ...(header !== null && { [SIGNATURE_HEADER]: header }) };
  const response = await fetch(`${receiver.url}/webhooks`, { method: 'POST', headers, body: text });
  await response.text();
  return response.status;
}

function eventOf(id: string): object {
  const object = { id: 'bkg_1', object: 'booking', status: 'confirmed', provider: 'sandbox' };
  return { id, type: 'booking.confirmed', created: '2026-11-21T09:30:00.000Z', data: { object } };
}

function policyOf(response: Response): (readonly [string, string[]])[] {
  const policy = response.headers.get('content-security-policy') ?? '';
  return policy.split('; ').map((directive) => {
    const [name = '', ...sources] = directive.split(' ');
    return [name, sources];
  });
}

/** Returns the hash of each such element of the page, as a browser computes it. */
function hashesOf(html: string, element: 'script' | 'style'): string[] {
  const contents = html.matchAll(new RegExp(`<${element}[^>]*>(.*?)</${element}>`, 'gs'));
  return [...contents].map(([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`);
}
