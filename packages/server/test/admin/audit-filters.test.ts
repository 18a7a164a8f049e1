/** The filters of the audit log. */
import { limits } from '@booking-service/contract';
import type { AuditList } from '@booking-service/contract/admin';
import { describe, expect, it } from 'vitest';
import { randomId } from '@booking-service/kernel/contract';
import { openAdminWorld, type AdminWorld } from '../support/worlds/admin-world.ts';
import { engines } from '../support/engines.ts';

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
