/** The filters of the audit log. */
import { hash } from 'node:crypto';
import { limits } from '@booking-service/contract';
import type { AdminError, AuditList, SearchResults } from '@booking-service/contract/admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomId } from '@booking-service/kernel/contract';
import { type AdminWorld, openAdminWorld } from '../support/worlds/admin-world.ts';
import { engines } from '../support/engines.ts';
import { createAt } from '../support/providers.ts';
import { addSession } from '../store/methods/context.ts';

async function list(world: AdminWorld, query: Record<string, string | number>): Promise<AuditList> {
  const path = { organization_id: world.organization_id };
  return (await world.call<AuditList>('listAuditEntries', { path, query }, world.tokens.admin)).body;
}

async function pagesOf(world: AdminWorld, query: Record<string, string | number>): Promise<AuditList['data'][]> {
  const pages: AuditList['data'][] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await list(world, { ...query, ...(cursor !== undefined && { cursor }) });
    pages.push(page.data);
    cursor = page.next_cursor;
  }
  return pages;
}

describe.each(engines)('%s', (engine) => {
  it('lists the actions of one operation, and those on one API key, in pages', async () => {
    await using world = await openAdminWorld(engine);
    const path = { organization_id: world.organization_id };
    const create = (name: string) =>
      world.call<{ api_key: { id: string } }>('createApiKey', { path, body: { name, mode: 'test' } });
    const first = (await create('First')).body.api_key;
    await create('Second');
    await create('Third');
    await world.call('renameApiKey', { path: { ...path, key_id: first.id }, body: { name: 'Shop' } });
    await world.call('setStanding', { path, body: { standing: 'active' } });

    const created = await pagesOf(world, { action: 'createApiKey', limit: 2 });
    expect(created.map((page) => page.map(({ details }) => details['name']))).toEqual([['Third', 'Second'], ['First']]);
    const [ofKey] = await pagesOf(world, { target: first.id });
    expect(ofKey?.map(({ action }) => action)).toEqual(['renameApiKey', 'createApiKey']);
    expect((await list(world, { target: first.id, action: 'renameApiKey' })).data).toHaveLength(1);
    expect(await list(world, { action: 'revokeApiKey' })).toMatchObject({ data: [], next_cursor: null });

    const all = await world.call<AuditList>('listAllAuditEntries', { query: { action: 'setStanding' } });
    expect(all.body.data).toMatchObject([{ action: 'setStanding', organization_id: world.organization_id }]);
  });

  it('reads a bounded number of entries for a page, and continues with the next page', async () => {
    await using world = await openAdminWorld(engine);
    const { organization_id } = world;
    const actor = { kind: 'operator', id: null, name: null } as const;
    const created = world.clock.now().toISOString();
    const entry = { organization_id, created, actor, target: null, details: {} } as const;
    await world.store.recordAudit({ ...entry, id: randomId('aud'), action: 'setLimits' });
    // As many as one page compares (LIM-9).
    const others = Array.from({ length: limits.reads.compared_rows }, () => ({
      ...entry,
      id: randomId('aud'),
      action: 'setStanding' as const,
    }));
    await Promise.all(others.map((other) => world.store.recordAudit(other)));
    const pages = await pagesOf(world, { action: 'setLimits' });
    expect(pages.map(({ length }) => length)).toEqual([0, 1]);
  });
});

// One search over the ids of all kinds of objects: operators find those of every organization, and members their own.

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
