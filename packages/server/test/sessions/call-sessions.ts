/** Calls the operations of sessions with the live key of a world. */
import type { Card, Session } from '@booking-service/contract';
import { expect } from 'vitest';
import type { TestResponse, World } from '../../src/testing.ts';

const right = '424242';
export const wrong: string = '111111';
export const card: Omit<Card, 'session_id'> = {
  object: 'card',
  brand: 'visa',
  last4: '4242',
  exp_month: 4,
  exp_year: 2030,
};

/** A body, or that of a refusal. */
type Refusable<Body> = Promise<TestResponse<Body & { readonly error_code?: string }>>;

export async function start(
  world: World,
  { destination = 'ada@diner.test' }: { destination?: string } = {},
): Promise<Session> {
  const key = 'live';
  const response = await world.call<Session>('POST', '/v1/sessions', { key, body: { channel: 'email', destination } });
  expect(response.status).toBe(201);
  return response.body;
}

export function verify(
  world: World,
  { id }: Pick<Session, 'id'>,
  { code = right, key = 'live' }: { code?: string | undefined; key?: string } = {},
): Refusable<Session> {
  return world.call('POST', `/v1/sessions/${id}/verify`, { key, body: { code } });
}

/** Reads `card`, or `<session id>/card`. */
export function cardOf(world: World, path: string, key: string = 'live'): Refusable<Card> {
  return world.call('GET', `/v1/sessions/${path}`, { key });
}
