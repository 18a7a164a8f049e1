/** Codes over HTTP: the request that a program of the operator gets, and what its response becomes. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { createVerifier } from '@booking-service/webhooks';
import { describe, expect, it } from 'vitest';
import { createHttpCodes, type CodeMessage, systemClock } from '../../src/index.ts';
// @boundaries-ignore receivers and proxies of tests come from one place
import { listenOnLoopback } from '../../../kernel/test/support/network/listen-on-loopback.ts';

const secret = 'secret of the gateway';
const context = { organization_id: 'org_test', livemode: true };
const message: CodeMessage = {
  session_id: 'ses_5f0c1f2e3d4b4a59',
  channel: 'sms',
  destination: '+351912345678',
  code: '012345',
  sender_name: 'Harbour Group',
  expires_at: '2026-11-21T09:40:00.000Z',
};

interface Gateway extends AsyncDisposable {
  readonly url: string;
  readonly received: { readonly path: string; readonly signature: string; readonly body: string }[];
}

/** Starts a program that responds with this status; `hangs`: never. */
async function startGateway(status: number | 'hangs', headers: Record<string, string> = {}): Promise<Gateway> {
  const received: Gateway['received'] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ path: request.url ?? '', signature: String(request.headers['service-signature']), body });
      if (status !== 'hangs') response.writeHead(status, headers).end('{"error":"no"}');
    });
  });
  const url = await listenOnLoopback(server);
  return {
    url,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

describe('a code sender over HTTP', () => {
  it('SES-5 SIG-2: gets one signed request with the code and the text of the message', async () => {
    await using gateway = await startGateway(200);
    const codes = createHttpCodes({ url: `${gateway.url}/codes`, secret, clock: systemClock });
    expect(await codes.send(message, context)).toBe('sent');
    expect(gateway.received).toHaveLength(1);
    const [{ path, signature, body } = { path: '', signature: '', body: '' }] = gateway.received;
    expect(path).toBe('/codes');
    expect(JSON.parse(body)).toEqual({
      operation: 'sendCode',
      ...context,
      ...message,
      text: 'Your code for Harbour Group is 012345. It is valid for 10 minutes. If you did not ask for a code, ignore this message.',
    });
    // The verifier of webhooks accepts it: the scheme is the same.
    const verifier = createVerifier({ secrets: [secret] });
    expect(() => verifier.verifyRaw(body, { 'service-signature': signature })).not.toThrow();
  });

  it.each([
    { status: 200, result: /^sent$/ },
    { status: 202, result: /^sent$/ },
    { status: 204, result: /^sent$/ },
    { status: 422, result: /^refused$/ },
    { status: 400, result: /^Error: The code was not sent: status 400\.$/ },
    { status: 401, result: /^Error: The code was not sent: status 401\.$/ },
    { status: 429, result: /^Error: The code was not sent: status 429\.$/ },
    { status: 500, result: /^Error: The code was not sent: status 500\.$/ },
  ])('SES-5: with $status: $result', async ({ status, result }) => {
    await using gateway = await startGateway(status);
    const codes = createHttpCodes({ url: gateway.url, secret, clock: systemClock });
    expect(String(await codes.send(message, context).catch((error: unknown) => error))).toMatch(result);
    expect(gateway.received).toHaveLength(1);
  });

  it('SES-5: is not followed to another address', async () => {
    await using other = await startGateway(200);
    await using gateway = await startGateway(307, { Location: other.url });
    const codes = createHttpCodes({ url: gateway.url, secret, clock: systemClock });
    await expect(codes.send(message, context)).rejects.toThrow('status 307');
    expect(other.received).toEqual([]);
  });

  it('SES-5: is given up after its timeout', async () => {
    await using gateway = await startGateway('hangs');
    const codes = createHttpCodes({ url: gateway.url, secret, timeout_seconds: 1, clock: systemClock });
    await expect(codes.send(message, context)).rejects.toThrow('The code was not sent: no response within 1 s.');
  });

  it('SES-5: needs a secret', () => {
    expect(() => createHttpCodes({ url: 'http://127.0.0.1:1', secret: ' ', clock: systemClock })).toThrow('secret');
  });
});
