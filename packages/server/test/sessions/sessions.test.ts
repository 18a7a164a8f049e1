import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { World } from '../../src/testing.ts';
import { card, cardOf, start, verify, wrong } from './call-sessions.ts';
import { engines, openWorldOn } from '../support/engines.ts';

describe.each(engines)('%s', (engine) => {
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
    await using world = await openWorldOn(engine);
    const session = await start(world);
    const codes = Array.from({ length: 20 }, (_, index) => String(100_000 + index));
    const responses = await Promise.all(codes.map((code) => verify(world, session, { code })));
    const found = Object.groupBy(responses, ({ body }) => body.error_code ?? 'none');
    expect([found['invalid_code']?.length, found['too_many_attempts']?.length]).toEqual([5, 15]);
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

  it('SES-3 SES-1: returns reconnect_required if the vault dropped the link', async () => {
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
});
