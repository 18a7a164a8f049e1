/** Sessions and their ports: the code sender and the card vault. */
import { describe, expect, it } from 'vitest';
import { Refusal, sandboxCards, sandboxCodes, type CodeMessage, type CodeSender } from '../../src/index.ts';
import { cardOf, start, verify, wrong } from './call-sessions.ts';
import { engines, openWorldOn } from '../support/engines.ts';

describe.each(engines)('%s', (engine) => {
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
