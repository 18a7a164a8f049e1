/** One search over the ids of all kinds of objects: operators find those of every organization, and members their own. */
import { hash } from 'node:crypto';
import type { AdminError, SearchResults } from '@booking-service/contract/admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { createAt } from '../support/providers.ts';
import { addSession } from '../store/methods/context.ts';
import { openAdminWorld, type AdminWorld } from '../support/worlds/admin-world.ts';

describe.each(engines)('%s', (engine) => {
  let world: AdminWorld;
  beforeAll(async () => {
    world = await openAdminWorld(engine, { access: 'token', organization: { name: 'Harbour Group' } });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const search = async (q: string, token = world.tokens.operator) =>
    (await world.call<SearchResults>('searchObjects', { query: { q } }, token)).body;

  it('finds each kind of object by its id, with its organization and its page', async () => {
    const { organization_id, store, service } = world;
    const booking_id = await createAt(service, 'harbour_table');
    await world.clock.advance(60_000);
    const { session } = await addSession({ store, engine, organization: service.organization });
    const [delivery] = (await store.listDeliveries({ organization_id, limit: 1 })).rows;
    const [event] = (await store.listBookingEvents({ organization_id, booking_id, limit: 1 })).rows;
    const [key] = await store.listApiKeys({ organization_id, limit: 1 });
    const of = `/organizations/${organization_id}`;
    const expected = [
      ['organization', organization_id, of],
      ['booking', booking_id, `${of}/bookings/${booking_id}`],
      ['delivery', delivery?.id, `${of}/webhooks/${delivery?.id}`],
      ['event', event?.id, `${of}/bookings/${booking_id}`],
      ['key', key?.id, `${of}/api-keys/${key?.id}`],
      ['session', session.id, null],
    ] as const;
    for (const [kind, id = '', page] of expected) {
      const data = [{ id, organization_id, name: 'Harbour Group', page }];
      expect(await search(id)).toEqual({ object: 'search_results', kind, data });
      expect(await search(id, world.tokens.viewer)).toMatchObject({ data });
      expect(await search(id, world.tokens.foreign)).toEqual({ object: 'search_results', kind, data: [] });
    }
  });

  it('finds a key by the beginning of its digest, and an organization by the beginning of its name', async () => {
    const { organization_id } = world;
    const digest = hash('sha256', world.service.organization.keys.test, 'hex');
    for (const q of [digest, digest.slice(0, 12)]) {
      expect(await search(q)).toMatchObject({ kind: 'key', data: [{ organization_id }] });
    }
    expect(await search(`${digest.slice(0, 11)}g`)).toMatchObject({ kind: 'organization', data: [] });
    expect((await search(digest.slice(0, 12), world.tokens.foreign)).data).toEqual([]);
    for (const q of ['Harbour Group', 'harb', ' HARBOUR ']) {
      expect(await search(q)).toMatchObject({ kind: 'organization', data: [{ id: organization_id }] });
    }
    for (const q of ['arbour', 'Harb%', 'Harbour_Group']) expect((await search(q)).data).toEqual([]);
    expect((await search('Harb', world.tokens.foreign)).data).toEqual([]);
  });

  it('refuses a secret, and finds nothing for an unknown id', async () => {
    const secret = world.service.organization.keys.test;
    const refused = await world.call<AdminError>('searchObjects', { query: { q: secret } }, world.tokens.operator);
    expect(refused).toMatchObject({ status: 400, body: { error_code: 'invalid_request' } });
    expect(JSON.stringify(refused.body)).not.toContain(secret);
    expect(await search('bkg_none')).toEqual({ object: 'search_results', kind: 'booking', data: [] });
    expect(await search('req_none')).toMatchObject({ kind: 'request', data: [] });
    expect(await search("'; DROP TABLE bookings")).toMatchObject({ kind: 'organization', data: [] });
  });
});
