/** The ports of sessions: the code sender, also over HTTP, and the card vault. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createVerifier } from '@booking-service/webhooks';
import {
  type CodeMessage,
  type CodeSender,
  createHttpCodes,
  Refusal,
  sandboxCards,
  sandboxCodes,
  systemClock,
} from '../../src/index.ts';
import { cardOf, start, verify, wrong } from './call-sessions.ts';
import { engines, openWorldOn } from '../support/engines.ts';
// @boundaries-ignore receivers and proxies of tests come from one place
import { listenOnLoopback } from '../../../kernel/test/support/network/listen-on-loopback.ts';

describe.each(engines)('the ports, on %s', (engine) => {
  /** A code sender that records its messages. `responses` are its next results; after them it sends. */
  function openPost(responses: (Awaited<ReturnType<CodeSender['send']>> | Error)[] = []) {
    const messages: CodeMessage[] = [];
    const send: CodeSender['send'] = async (message) => {
      messages.push(message);
      const response = responses.shift() ?? 'sent';
      if (response instanceof Error) throw response;
      return response;
    };
    return { messages, codes: { send } };
  }

  const email = { channel: 'email', destination: 'ada@diner.test' };
  const unavailable = { status: 503, body: { error_code: 'service_unavailable' } };

  it('SES-5: makes another code for each session, passes it to the sender alone, and accepts only this one', async () => {
    const { messages, codes } = openPost();
    await using world = await openWorldOn(engine, { codes, newCode: undefined });
    const [first, second] = [await start(world), await start(world, { destination: 'eve@diner.test' })];
    const { name: sender_name } = (await world.store.findOrganization(world.organization.organization_id)) ?? {};
    const [one, two] = messages;
    expect(one).toEqual({
      ...email,
      session_id: first.id,
      code: expect.stringMatching(/^\d{6}$/) as unknown,
      sender_name,
      expires_at: first.expires_at,
    });
    expect(two).toMatchObject({ session_id: second.id, destination: 'eve@diner.test' });
    if (!one || !two) throw new Error('Two messages were expected.');
    // Two random codes are equal once in a million runs.
    expect(await verify(world, first, { code: two.code })).toMatchObject({ body: { error_code: 'invalid_code' } });
    expect(await verify(world, first, { code: one.code })).toMatchObject({ status: 200 });
    expect(await verify(world, second, { code: two.code })).toMatchObject({ status: 200 });
  });

  it('SES-5: stores neither the code nor the destination in clear text, and removes both after the session', async () => {
    const { messages, codes } = openPost();
    await using world = await openWorldOn(engine, { codes, newCode: undefined });
    await start(world);
    const rows = () => world.query('SELECT * FROM sessions');
    const stored = JSON.stringify(await rows());
    expect(stored).toContain('a***@diner.test');
    expect(stored).not.toContain('ada@diner.test');
    expect(stored).not.toContain(messages[0]?.code);
    expect(await rows()).toMatchObject([{ destination: expect.stringMatching(/^v2\./) as unknown }]);
    await world.clock.advance(600_001);
    await start(world, { destination: 'eve@diner.test' });
    expect(await rows()).toContainEqual(expect.objectContaining({ code: null, destination: null }));
  });

  it('SES-5: ends a session whose code could not be sent, with 503, and keeps its creation counted', async () => {
    const { messages, codes } = openPost([new Error('421 try later')]);
    await using world = await openWorldOn(engine, { codes });
    expect(await world.call('POST', '/v1/sessions', { key: 'live', body: email })).toMatchObject(unavailable);
    const [message] = messages;
    const late = await verify(world, { id: String(message?.session_id) }, { code: message?.code });
    expect(late).toMatchObject({ status: 422, body: { error_code: 'session_expired' } });
    await start(world);
    await start(world);
    const refused = await world.call('POST', '/v1/sessions', { key: 'live', body: email });
    expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } });
  });

  it('SES-5: refuses a destination that its sender refuses for good, and ends the session', async () => {
    const { messages, codes } = openPost(['refused']);
    await using world = await openWorldOn(engine, { codes });
    expect(await world.call('POST', '/v1/sessions', { key: 'live', body: email })).toMatchObject({
      status: 400,
      body: { error_code: 'invalid_request', details: [{ in: 'body', path: '/destination' }] },
    });
    const late = await verify(world, { id: String(messages[0]?.session_id) });
    expect(late).toMatchObject({ status: 422, body: { error_code: 'session_expired' } });
  });

  it('SES-3: returns 503 if the vault does not respond, and uses no attempt', async () => {
    const fail = () => Promise.reject(new Error('The vault is down.'));
    let isDown = true;
    const cards: typeof sandboxCards = {
      findCard: (person, context) => (isDown ? fail() : sandboxCards.findCard(person, context)),
      readCard: fail,
    };
    await using world = await openWorldOn(engine, { cards });
    const session = await start(world);
    expect(await verify(world, session)).toMatchObject(unavailable);
    isDown = false;
    expect(await verify(world, session)).toMatchObject({ status: 200, body: { attempts_left: 4 } });
    expect(await cardOf(world, 'card')).toMatchObject(unavailable);
  });

  it('SES-3: asks the vault only after the right code, for the destination as it was entered', async () => {
    const asked: unknown[] = [];
    const findCard: typeof sandboxCards.findCard = async (person, { livemode, organization_id }) => {
      asked.push({ ...person, livemode, organization_id });
      return 'linked';
    };
    await using world = await openWorldOn(engine, { cards: { ...sandboxCards, findCard } });
    const session = await start(world, { destination: 'Ada+1@Diner.test' });
    await verify(world, session, { code: wrong });
    expect(asked).toEqual([]);
    await verify(world, session);
    const { organization_id } = world.organization;
    const person = { session_id: session.id, channel: 'email', destination: 'Ada+1@Diner.test' };
    expect(asked).toEqual([{ ...person, livemode: true, organization_id }]);
  });

  it('SES-3: returns reconnect_required for a person whose card the vault does not have', async () => {
    const findCard = async () => undefined;
    await using world = await openWorldOn(engine, { cards: { ...sandboxCards, findCard } });
    const session = await start(world);
    expect(await verify(world, session)).toMatchObject({ status: 200, body: { status: 'verified' } });
    for (const path of ['card', `${session.id}/card`]) {
      expect(await cardOf(world, path)).toMatchObject({ status: 409, body: { error_code: 'reconnect_required' } });
    }
  });

  it('SES-1: returns only the refusal of the vault that the contract documents', async () => {
    let code: 'reconnect_required' | 'not_found' = 'reconnect_required';
    const readCard = () => Promise.reject(new Refusal(code));
    await using world = await openWorldOn(engine, { cards: { ...sandboxCards, readCard } });
    const session = await start(world);
    await verify(world, session);
    expect(await cardOf(world, 'card')).toMatchObject({ status: 409, body: { error_code: 'reconnect_required' } });
    code = 'not_found';
    expect(await cardOf(world, 'card')).toMatchObject(unavailable);
  });

  it('SES-2 SES-3: without a vault, verifies sessions and returns cardservice_disabled for their cards', async () => {
    await using world = await openWorldOn(engine, {
      integrations: { cards: undefined, codes: { live: sandboxCodes } },
    });
    const session = await start(world);
    expect(await verify(world, session)).toMatchObject({ status: 200, body: { status: 'verified' } });
    for (const path of ['card', `${session.id}/card`]) {
      expect(await cardOf(world, path)).toMatchObject({ status: 403, body: { error_code: 'cardservice_disabled' } });
    }
  });

  it('END-7 END-8: without a code sender, returns cardservice_disabled', async () => {
    await using world = await openWorldOn(engine, { integrations: { codes: undefined } });
    const responses = [
      await world.call('POST', '/v1/sessions', { key: 'live', body: email }),
      await verify(world, { id: 'ses_5f0c1f2e3d4b4a5968778695a4b3c2d1' }),
    ];
    for (const response of responses) {
      expect(response).toMatchObject({ status: 403, body: { error_code: 'cardservice_disabled' } });
    }
  });
});

const secret = 'secret of the gateway';
const codeContext = { organization_id: 'org_test', livemode: true };
const codeMessage: CodeMessage = {
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
    expect(await codes.send(codeMessage, codeContext)).toBe('sent');
    expect(gateway.received).toHaveLength(1);
    const [{ path, signature, body } = { path: '', signature: '', body: '' }] = gateway.received;
    expect(path).toBe('/codes');
    expect(JSON.parse(body)).toEqual({
      operation: 'sendCode',
      ...codeContext,
      ...codeMessage,
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
    expect(String(await codes.send(codeMessage, codeContext).catch((error: unknown) => error))).toMatch(result);
    expect(gateway.received).toHaveLength(1);
  });

  it('SES-5: is not followed to another address', async () => {
    await using other = await startGateway(200);
    await using gateway = await startGateway(307, { Location: other.url });
    const codes = createHttpCodes({ url: gateway.url, secret, clock: systemClock });
    await expect(codes.send(codeMessage, codeContext)).rejects.toThrow('status 307');
    expect(other.received).toEqual([]);
  });

  it('SES-5: is given up after its timeout', async () => {
    await using gateway = await startGateway('hangs');
    const codes = createHttpCodes({ url: gateway.url, secret, timeout_seconds: 1, clock: systemClock });
    await expect(codes.send(codeMessage, codeContext)).rejects.toThrow(
      'The code was not sent: no response within 1 s.',
    );
  });

  it('SES-5: needs a secret', () => {
    expect(() => createHttpCodes({ url: 'http://127.0.0.1:1', secret: ' ', clock: systemClock })).toThrow('secret');
  });
});
