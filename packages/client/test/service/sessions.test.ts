import { expect } from 'vitest';
import { it, preferring } from '../support/service-test.ts';

it('creates and verifies a session, and reads its card', async ({ target: { live } }) => {
  const session = await live.sessions.create({ channel: 'email', destination: 'ada@diner.test' });
  expect(session).toMatchObject({ object: 'session', status: 'pending', destination: 'a***@diner.test' });
  expect(await live.sessions.verify(session.id, { code: '424242' })).toMatchObject({ status: 'verified' });
  expect(await live.sessions.getCard(session.id)).toMatchObject({ object: 'card', last4: '4242' });
  expect(await live.sessions.getLatestCard()).toMatchObject({ object: 'card', session_id: session.id });
});

it('refuses a wrong code', async ({ target: { live } }) => {
  const { id } = await live.sessions.create({ channel: 'email', destination: 'ada@diner.test' });
  const { error } = await live.sessions.verify(id, { code: '111111' }, preferring(422, 'invalid_code')).result();
  expect(error).toMatchObject({ name: 'RefusedError', code: 'invalid_code', status: 422 });
});

it('refuses a test key for an operation that requires a live key', async ({ target: { client } }) => {
  const { error } = await client.sessions
    .create({ channel: 'email', destination: 'ada@diner.test' }, preferring(403, 'live_key_required'))
    .result();
  expect(error).toMatchObject({ code: 'live_key_required', status: 403 });
});
