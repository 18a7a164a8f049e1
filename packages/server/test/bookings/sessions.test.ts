import type { Card, Session } from '@booking-service/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal, sandboxCardService, type CardSessions } from '../../src/index.ts';
import { sandboxSessions } from '../../src/providers/sandbox/sandbox-integrations.ts';
import type { World } from '../../src/testing.ts';
import { engines, openWorldOn } from '../support/engines.ts';

const right = '424242';
const wrong = '111111';
const card = { object: 'card', brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030 };

async function start(world: World, { key = 'live', destination = 'ada@diner.test' } = {}): Promise<Session> {
  const response = await world.call<Session>('POST', '/v1/sessions', { key, body: { channel: 'email', destination } });
  expect(response.status).toBe(201);
  return response.body;
}

function verify(world: World, { id }: Pick<Session, 'id'>, { code = right, key = 'live' } = {}) {
  return world.call<Session & { error_code?: string }>('POST', `/v1/sessions/${id}/verify`, { key, body: { code } });
}

function cardOf(world: World, path: string, key = 'live') {
  return world.call<Card & { error_code?: string }>('GET', `/v1/sessions/${path}`, { key });
}

describe.each(engines)('%s', (engine) => {
  /** A world with the sandbox's card service, except for the given parts. */
  function openWith(sessions: Partial<CardSessions>): Promise<World> {
    return openWorldOn(engine, {
      cardService: { ...sandboxCardService, sessions: { ...sandboxSessions, ...sessions } },
    });
  }

  it('END-7 SES-2: creates a session with ten minutes, five attempts and a masked destination', async () => {
    await using world = await openWorldOn(engine);
    expect(await start(world)).toEqual({
      id: expect.stringMatching(/^ses_[0-9a-f]{32}$/) as unknown,
      object: 'session',
      status: 'pending',
      channel: 'email',
      destination: 'a***@diner.test',
      created: '2026-11-21T09:30:00.000Z',
      expires_at: '2026-11-21T09:40:00.000Z',
      attempts_left: 5,
    });
    const body = { channel: 'sms', destination: '+351912345678' };
    const sms = await world.call('POST', '/v1/sessions', { key: 'live', body });
    expect(sms).toMatchObject({ status: 201, body: { channel: 'sms', destination: '+35***78' } });
  });

  describe('an invalid session', () => {
    let world: World;
    beforeAll(async () => {
      world = await openWorldOn(engine);
    });
    afterAll(() => world[Symbol.asyncDispose]());

    it.each([
      { channel: 'email', destination: '+351912345678', message: /email/ },
      { channel: 'email', destination: 'ada at diner', message: /email/ },
      { channel: 'sms', destination: 'ada@diner.test', message: /\[1-9\]/ },
      { channel: 'sms', destination: '0351912345', message: /\[1-9\]/ },
    ])('END-7 END-12: refuses the destination $destination for the channel $channel', async ({ message, ...body }) => {
      const refused = await world.call('POST', '/v1/sessions', { key: 'live', body });
      const detail = { in: 'body', path: '/destination', message: expect.stringMatching(message) as unknown };
      expect(refused).toMatchObject({ status: 400, body: { error_code: 'invalid_request', details: [detail] } });
    });

    it.each([{}, { channel: 'pigeon' }, { channel: 7 }, { channel: 'EMAIL' }])(
      'END-7 END-12: reports only the invalid channel of %o',
      async (channel) => {
        const body = { destination: 'ada at diner', ...channel };
        const refused = await world.call('POST', '/v1/sessions', { key: 'live', body });
        const details = [{ in: 'body', path: '/channel', message: 'must be one of: email, sms' }];
        expect(refused).toMatchObject({ status: 400, body: { error_code: 'invalid_request', details } });
      },
    );
  });

  it('END-8 SES-2: the correct code verifies the session permanently', async () => {
    await using world = await openWorldOn(engine);
    const session = await start(world);
    const verified = { ...session, status: 'verified', attempts_left: 4 };
    expect((await verify(world, session)).body).toEqual(verified);
    await world.clock.advance(3600_000);
    expect(await verify(world, session, { code: wrong })).toMatchObject({ status: 200, body: verified });
    expect((await cardOf(world, `${session.id}/card`)).status).toBe(200);
  });

  it('END-8 SES-1: a wrong code gets invalid_code and uses an attempt; after the last attempt too_many_attempts', async () => {
    await using world = await openWorldOn(engine);
    const session = await start(world);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect(await verify(world, session, { code: wrong })).toMatchObject({
        status: 422,
        body: { error_code: 'invalid_code' },
      });
    }
    expect(await verify(world, session)).toMatchObject({ status: 422, body: { error_code: 'too_many_attempts' } });
  });

  it('SES-2: accepts the correct code as the fifth attempt', async () => {
    await using world = await openWorldOn(engine);
    const session = await start(world);
    for (let attempt = 1; attempt <= 4; attempt += 1) await verify(world, session, { code: wrong });
    expect(await verify(world, session)).toMatchObject({ status: 200, body: { status: 'verified', attempts_left: 0 } });
  });

  it('SES-2: twenty concurrent codes share five attempts', async () => {
    const judged: string[] = [];
    await using world = await openWith({
      checkCode: async ({ code }) => {
        judged.push(code);
        return { correct: false };
      },
    });
    const session = await start(world);
    const codes = Array.from({ length: 20 }, (_, index) => String(100_000 + index));
    const responses = await Promise.all(codes.map((code) => verify(world, session, { code })));
    const found = Object.groupBy(responses, ({ body }) => body.error_code ?? 'none');
    expect([judged.length, found['invalid_code']?.length, found['too_many_attempts']?.length]).toEqual([5, 5, 15]);
  });

  it('SES-2 SES-1: accepts the code at ten minutes; a millisecond later the session has expired', async () => {
    await using world = await openWorldOn(engine);
    const [inTime, late] = [await start(world), await start(world)];
    await world.clock.advance(600_000);
    expect((await verify(world, inTime)).status).toBe(200);
    await world.clock.advance(1);
    expect(await verify(world, late)).toMatchObject({ status: 422, body: { error_code: 'session_expired' } });
  });

  it('END-9 SES-3: returns the card of a session after its verification, never with its full number', async () => {
    await using world = await openWorldOn(engine);
    const session = await start(world);
    const early = await cardOf(world, `${session.id}/card`);
    expect(early).toMatchObject({ status: 409, body: { error_code: 'session_not_verified' } });
    await verify(world, session);
    expect(await cardOf(world, `${session.id}/card`)).toMatchObject({
      status: 200,
      body: { ...card, session_id: session.id },
    });
  });

  it('END-10 SES-3: returns the card of the latest verified session; card is not a session id', async () => {
    await using world = await openWorldOn(engine);
    const [first, second] = [await start(world), await start(world)];
    expect(await cardOf(world, 'card')).toMatchObject({ status: 404, body: { error_code: 'not_found' } });
    await verify(world, second);
    expect((await cardOf(world, 'card')).body).toEqual({ ...card, session_id: second.id });
    await world.clock.advance(1);
    await verify(world, first);
    expect((await cardOf(world, 'card')).body).toEqual({ ...card, session_id: first.id });
  });

  it('SES-3 SES-1: returns reconnect_required if the card service dropped the link', async () => {
    await using world = await openWorldOn(engine);
    const session = await start(world, { destination: 'dropped@card.test' });
    await verify(world, session);
    for (const path of ['card', `${session.id}/card`]) {
      expect(await cardOf(world, path)).toMatchObject({ status: 409, body: { error_code: 'reconnect_required' } });
    }
  });

  it('END-7..10 AUT-3 AUT-9: all four operations refuse a test key with live_key_required', async () => {
    await using world = await openWorldOn(engine);
    const session = await start(world);
    const body = { channel: 'email', destination: 'ada@diner.test' };
    const responses = [
      await world.call('POST', '/v1/sessions', { body }),
      await verify(world, session, { key: 'test' }),
      await cardOf(world, `${session.id}/card`, 'test'),
      await cardOf(world, 'card', 'test'),
    ];
    for (const response of responses) {
      expect(response).toMatchObject({ status: 403, body: { error_code: 'live_key_required' } });
    }
  });

  it('END-7..10 LIM-2: all four operations are metered', async () => {
    await using world = await openWorldOn(engine);
    const session = await start(world);
    await verify(world, session);
    await cardOf(world, `${session.id}/card`);
    const { headers } = await cardOf(world, 'card');
    expect(headers.get('ratelimit-remaining')).toBe('296');
  });

  it('SES-3 AUT-11: returns not_found for a session or a card of another organization', async () => {
    await using world = await openWorldOn(engine);
    const { keys } = await world.addOrganization();
    const session = await start(world);
    await verify(world, session);
    const responses = [
      await verify(world, session, { key: keys.live }),
      await cardOf(world, `${session.id}/card`, keys.live),
      await cardOf(world, 'card', keys.live),
    ];
    for (const response of responses)
      expect(response).toMatchObject({ status: 404, body: { error_code: 'not_found' } });
  });

  it('SES-2: returns 503 if the card service does not respond, stores no session and uses no attempt', async () => {
    const fail = () => Promise.reject(new Error('The card service is down.'));
    let down = true;
    await using world = await openWith({
      start: (session, context) => (down ? fail() : sandboxSessions.start(session, context)),
      checkCode: (attempt, context) => (down ? fail() : sandboxSessions.checkCode(attempt, context)),
      readCard: fail,
    });
    const body = { channel: 'email', destination: 'ada@diner.test' };
    const unavailable = { status: 503, body: { error_code: 'service_unavailable' } };
    expect(await world.call('POST', '/v1/sessions', { key: 'live', body })).toMatchObject(unavailable);
    down = false;
    const session = await start(world);
    down = true;
    expect(await verify(world, session)).toMatchObject(unavailable);
    down = false;
    expect(await verify(world, session)).toMatchObject({ status: 200, body: { attempts_left: 4 } });
    expect(await cardOf(world, 'card')).toMatchObject(unavailable);
  });

  it("SES-1: returns the card service's own refusal", async () => {
    await using world = await openWith({ readCard: () => Promise.reject(new Refusal('reconnect_required')) });
    const session = await start(world);
    await verify(world, session);
    expect(await cardOf(world, 'card')).toMatchObject({ status: 409, body: { error_code: 'reconnect_required' } });
  });

  it.each([
    { who: 'no card service', options: { integrations: { cardService: undefined } } },
    {
      who: 'a card service without sessions',
      options: { cardService: { ...sandboxCardService, sessions: undefined } },
    },
  ])('END-7..10: returns cardservice_disabled with $who', async ({ options }) => {
    await using world = await openWorldOn(engine, options);
    const body = { channel: 'email', destination: 'ada@diner.test' };
    const responses = [
      await world.call('POST', '/v1/sessions', { key: 'live', body }),
      await verify(world, { id: 'ses_5f0c1f2e3d4b4a5968778695a4b3c2d1' }),
    ];
    for (const response of responses) {
      expect(response).toMatchObject({ status: 403, body: { error_code: 'cardservice_disabled' } });
    }
  });
});
