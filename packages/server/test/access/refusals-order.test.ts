/**
 * The order of AUT-11, pair by pair: each request breaks two neighboring rules, and gets the refusal of the first. Each request is
 * also sent with the first fault fixed, which proves that the second one is present. Other tests check each refusal alone.
 */
import { access, operationTable, type OperationId, type Scope } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import type { TestResponse, CallOptions, World } from '../../src/testing.ts';
import { engines, openWorldOn, type EngineWorld } from '../support/engines.ts';

const unknownBooking = '/v1/bookings/bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1';
const search = '/v1/venues/search';
const session = '/v1/sessions';
const tooLarge = '{}'.padEnd(65_537);
const everyScope = Object.keys(access.scopes) as Scope[];

/** Returns the status and the code, in whichever field it is. */
function refusalOf({ status, body }: TestResponse<Record<string, unknown>>): string {
  return `${status} ${String(body['error_code'] ?? body['error'])}`;
}

async function send(world: World, method: string, path: string, options?: CallOptions): Promise<string> {
  return refusalOf(await world.call(method, path, options));
}

// Written through another connection, like another instance or a command.
async function suspend(world: EngineWorld): Promise<void> {
  await world.query(`UPDATE organizations SET suspended = TRUE WHERE id = '${world.organization.organization_id}'`);
}

async function revokeKeys(world: EngineWorld): Promise<void> {
  const { organization_id } = world.organization;
  await world.query(`UPDATE api_keys SET revoked_at = 'now' WHERE organization_id = '${organization_id}'`);
}

describe.each(engines)('%s', (engine) => {
  it('AUT-11: refuses an unknown route before the missing key', async () => {
    await using world = await openWorldOn(engine);
    expect(await send(world, 'POST', '/v1/nothing', { key: null })).toBe('404 not_found');
    expect(await send(world, 'PUT', search, { key: null })).toBe('405 method_not_allowed');
    expect(await send(world, 'POST', search, { key: null })).toBe('401 unauthorized');
  });

  it('AUT-7 AUT-11: refuses a revoked key at once, before the used-up window, and does not count it', async () => {
    await using world = await openWorldOn(engine, { organization: { rate_limit: 1 } });
    expect(await world.call('POST', search, { body: {} })).toMatchObject({ status: 200 });
    expect(await send(world, 'POST', search, { body: {} })).toBe('429 rate_limited');
    await revokeKeys(world);
    for (const key of ['test', 'live']) {
      const response = await world.call('POST', search, { key, body: {} });
      expect(refusalOf(response)).toBe('401 unauthorized');
      expect(response.headers.has('ratelimit-limit')).toBe(false);
    }
  });

  it('AUT-5 AUT-11: refuses a used-up window before the suspended organization', async () => {
    await using world = await openWorldOn(engine, { organization: { rate_limit: 1 } });
    await suspend(world);
    expect(await send(world, 'POST', search, { body: {} })).toBe('403 org_suspended');
    expect(await send(world, 'POST', search, { body: {} })).toBe('429 rate_limited');
  });

  it('AUT-2 AUT-5 AUT-11: refuses a suspended organization before the wrong environment', async () => {
    await using world = await openWorldOn(engine, { servedModes: ['live'] });
    const other = await world.addOrganization();
    await suspend(world);
    expect(await send(world, 'POST', search, { body: {} })).toBe('403 org_suspended');
    expect(await send(world, 'POST', search, { body: {}, key: other.keys.test })).toBe('403 wrong_key_environment');
  });

  it('AUT-5: refuses every operation to a suspended organization, with either key', async () => {
    await using world = await openWorldOn(engine);
    await suspend(world);
    for (const { method, path } of Object.values(operationTable)) {
      const real = path.replace('{id}', 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1');
      expect(await send(world, method.toUpperCase(), real, { key: 'test' })).toBe('403 org_suspended');
      expect(await send(world, method.toUpperCase(), real, { key: 'live' })).toBe('403 org_suspended');
    }
  });

  it('AUT-2 AUT-3 AUT-11: refuses the wrong environment before the operation that needs a live key', async () => {
    await using liveOnly = await openWorldOn(engine, { servedModes: ['live'] });
    expect(await send(liveOnly, 'POST', session)).toBe('403 wrong_key_environment');
    await using both = await openWorldOn(engine);
    expect(await send(both, 'POST', session)).toBe('403 live_key_required');
  });

  it('AUT-3 AUT-11: refuses the missing live key before the missing scope', async () => {
    const scopes = everyScope.filter((scope) => scope !== 'sessions:write');
    await using world = await openWorldOn(engine, { organization: { scopes } });
    expect(await send(world, 'POST', session, { key: 'test' })).toBe('403 live_key_required');
    expect(await send(world, 'POST', session, { key: 'live' })).toBe('403 insufficient_scope');
  });

  it('AUT-6 AUT-11: refuses the missing scope before the used-up allowance', async () => {
    await using world = await openWorldOn(engine, {
      organization: { test_allowance: 0, scopes: ['availability:read'] },
    });
    expect(await send(world, 'POST', search)).toBe('403 insufficient_scope');
    expect(await send(world, 'POST', '/v1/availability/search')).toBe('402 free_tier_exhausted');
  });

  it('AUT-6 AUT-11: refuses the used-up allowance before the media type, the size and the body', async () => {
    await using world = await openWorldOn(engine, { organization: { test_allowance: 0 } });
    const headers = { 'Content-Type': 'text/plain' };
    expect(await send(world, 'POST', search, { text: '{}', headers })).toBe('402 free_tier_exhausted');
    expect(await send(world, 'POST', search, { text: tooLarge })).toBe('402 free_tier_exhausted');
    expect(await send(world, 'POST', search, { text: '{' })).toBe('402 free_tier_exhausted');
    expect(await send(world, 'POST', search, { text: '{}', headers, key: 'live' })).toBe('415 unsupported_media_type');
  });

  it('AUT-11: refuses the media type before the size, the size before the body, and the body before the operation', async () => {
    await using world = await openWorldOn(engine);
    const path = `${unknownBooking}/cancel`;
    const headers = { 'Content-Type': 'text/plain' };
    expect(await send(world, 'POST', path, { text: tooLarge, headers })).toBe('415 unsupported_media_type');
    expect(await send(world, 'POST', path, { text: tooLarge.replace('{', '[') })).toBe('413 payload_too_large');
    expect(await send(world, 'POST', path, { body: { unknown: 1 } })).toBe('400 invalid_request');
    expect(await send(world, 'POST', path, { body: {} })).toBe('404 not_found');
  });

  it('AUT-11 LIM-2: counts a request, however it is refused later', async () => {
    await using world = await openWorldOn(engine);
    const { keys } = await world.addOrganization({ test_allowance: 0, scopes: ['venues:read', 'bookings:read'] });
    const refused: [string, string, string, CallOptions][] = [
      ['403 live_key_required', 'POST', session, { key: keys.test }],
      ['403 insufficient_scope', 'POST', session, { key: keys.live }],
      ['402 free_tier_exhausted', 'POST', search, { key: keys.test, body: {} }],
      [
        '415 unsupported_media_type',
        'POST',
        search,
        { key: keys.live, text: '{}', headers: { 'Content-Type': 'x/y' } },
      ],
      ['413 payload_too_large', 'POST', search, { key: keys.live, text: tooLarge }],
      ['400 invalid_request', 'POST', search, { key: keys.live, text: '{' }],
      ['404 not_found', 'GET', unknownBooking, { key: keys.live }],
      ['503 no_search_provider', 'POST', search, { key: keys.live, body: { query: 'sandbox no provider' } }],
    ];
    for (const [index, [expected, method, path, options]] of refused.entries()) {
      const response = await world.call(method, path, options);
      expect(refusalOf(response)).toBe(expected);
      expect(response.headers.get('ratelimit-remaining')).toBe(String(299 - index));
    }
  });

  it('AUT-6 AUT-10: refuses searches and booking operations to test keys after the allowance, but no reads', async () => {
    await using world = await openWorldOn(engine, { organization: { test_allowance: 0 } });
    const closed: OperationId[] = [];
    for (const [operationId, { method, path }] of Object.entries(operationTable) as [
      OperationId,
      { method: string; path: string },
    ][]) {
      const real = path.replace('{id}', 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1');
      const test = await send(world, method.toUpperCase(), real, { key: 'test' });
      const live = await send(world, method.toUpperCase(), real, { key: 'live' });
      if (test === '402 free_tier_exhausted') closed.push(operationId);
      expect(live).not.toMatch(/^402/);
    }
    expect(closed.toSorted()).toEqual([
      'cancelBooking',
      'continueBooking',
      'createBooking',
      'modifyBooking',
      'searchAvailability',
      'searchVenues',
    ]);
    expect(await send(world, 'GET', unknownBooking)).toBe('404 not_found');
  });
});

it('AUT-11: has the order of the contract', () => {
  // billing.test.ts proves billing_required, and idempotency.test.ts proves the replay.
  const proved = access.refusal_order.filter((code) => code !== 'billing_required');
  expect(proved).toEqual([
    'unauthorized',
    'rate_limited',
    'org_suspended',
    'wrong_key_environment',
    'live_key_required',
    'insufficient_scope',
    'replay',
    'free_tier_exhausted',
    'unsupported_media_type',
    'payload_too_large',
    'invalid_request',
  ]);
});
