/** Callers of the admin server: access tokens, their entries in the audit log and in the log, and unknown organizations. */
import type {
  AccessTokenList,
  AdminError,
  AuditList,
  CallerView,
  CreatedAccessToken,
} from '@booking-service/contract/admin';
import { describe, expect, it } from 'vitest';
import { randomId, tokenDigest } from '@booking-service/kernel/contract';
import { limits } from '@booking-service/contract';
import { engines } from '../support/engines.ts';
import { type AdminWorld, openAdminWorld } from '../support/worlds/admin-world.ts';

describe.each(engines)('access tokens, on %s', (engine) => {
  it('a caller is the holder of the token, or without one the operator', async () => {
    await using world = await openAdminWorld(engine);
    const callerOf = async (token: string | null) => (await world.call<CallerView>('getCaller', {}, token)).body;
    const operator = { kind: 'operator', id: null, name: null };
    expect(await callerOf(null)).toEqual({
      object: 'caller',
      role: 'operator',
      organization_id: null,
      actor: operator,
    });
    const { id, token } = await world.addToken('developer', world.organization_id);
    const holder = { kind: 'access_token', id, name: 'A developer' };
    const { organization_id } = world;
    expect(await callerOf(token)).toEqual({ object: 'caller', role: 'developer', organization_id, actor: holder });
  });

  it('creates a token that expires after its days', async () => {
    await using world = await openAdminWorld(engine);
    const body = { name: 'For two days', role: 'operator', expires_in_days: 2 };
    const created = await world.call<CreatedAccessToken>('createAccessToken', { body });
    const expires_at = new Date(world.clock.now().getTime() + 2 * 86_400_000).toISOString();
    expect(created.body.access_token).toMatchObject({ expires_at, revoked_at: null, last_used_at: null });
  });

  it('refuses a token that is revoked, expired or malformed, also on an open port', async () => {
    await using world = await openAdminWorld(engine);
    const statusOf = async (token: string) => (await world.call('getCaller', {}, token)).status;
    const revoked = await world.addToken('operator');
    expect(await statusOf(revoked.token)).toBe(200);
    await world.call('revokeAccessToken', { path: { access_token_id: revoked.id } });
    expect(await statusOf(revoked.token)).toBe(401);

    const token = `adm_${'x'.repeat(43)}`;
    const now = world.clock.now();
    const expires_at = new Date(now.getTime() + 1000).toISOString();
    const stored = { id: 'tok_1', organization_id: null, role: 'operator', name: 'For a second', expires_at } as const;
    await world.store.createAccessToken({ ...stored, created: now.toISOString(), digest: tokenDigest(token) });
    await world.clock.advance(999);
    expect(await statusOf(token)).toBe(200);
    await world.clock.advance(1);
    expect(await statusOf(token)).toBe(401);
    for (const wrong of ['', 'adm_', revoked.token.slice(1), `${token}x`]) {
      expect([wrong, await statusOf(wrong)]).toEqual([wrong, 401]);
    }
  });

  it('writes the time of the last use at most once a minute', async () => {
    await using world = await openAdminWorld(engine);
    const { id, token } = await world.addToken('operator');
    const lastUsed = async () => (await world.store.findAccessTokenById(id))?.last_used_at;
    expect(await lastUsed()).toBeNull();
    const first = world.clock.now().toISOString();
    await world.call('getCaller', {}, token);
    await world.clock.advance(59_999);
    await world.call('getCaller', {}, token);
    expect(await lastUsed()).toBe(first);
    await world.clock.advance(1);
    await world.call('getCaller', {}, token);
    expect(await lastUsed()).toBe(world.clock.now().toISOString());
  });

  it('records each change with who made it, and leaves no token in the log, the audit log or the database', async () => {
    await using world = await openAdminWorld(engine);
    const { organization_id, tokens } = world;
    const { id, token } = await world.addToken('operator');
    const path = { organization_id };
    await world.call('setStanding', { path, body: { standing: 'suspended' } }, token);
    await world.call('setLimits', { path, body: { rate_limit: 7 } }, token);
    await world.call('setLimits', { path, body: {} }, token);
    await world.call('setStanding', { path, body: { standing: 'active' } }, tokens.admin);
    const { body } = await world.call<AuditList>('listAuditEntries', { path, query: { limit: 2 } }, tokens.admin);
    const actor = { kind: 'access_token', id, name: 'A operator' };
    const created = world.clock.now().toISOString();
    const entry = { object: 'audit_entry', organization_id, created, actor, target: null };
    expect(body.data).toEqual([
      { ...entry, id: expect.stringMatching(/^aud_/), action: 'setLimits', details: { rate_limit: 7 } },
      { ...entry, id: expect.stringMatching(/^aud_/), action: 'setStanding', details: { standing: 'suspended' } },
    ]);

    const next = { path, query: { limit: 2, cursor: String(body.next_cursor) } };
    const rest = await world.call<AuditList>('listAuditEntries', next, tokens.admin);
    // The tokens of the world's members.
    expect(rest.body.data.map(({ action }) => action)).toEqual(['createAccessToken', 'createAccessToken']);
    const stored = await world.query('SELECT * FROM access_tokens');
    const entries = await world.query('SELECT * FROM audit_entries');
    for (const each of [token, ...Object.values(tokens)]) {
      expect(JSON.stringify([stored, entries, world.lines])).not.toContain(each.slice(4));
    }
  });

  it('lists organizations and tokens in pages, newest first', async () => {
    await using world = await openAdminWorld(engine);
    const seen: string[] = [];
    for (let cursor: string | null = null; ;) {
      const query: Record<string, string | number> = { limit: 2, ...(cursor !== null && { cursor }) };
      const { body }: { body: AccessTokenList } = await world.call('listAccessTokens', { query });
      seen.push(...body.data.map(({ id }) => id));
      cursor = body.next_cursor;
      if (cursor === null) break;
    }
    expect(seen).toEqual(seen.toSorted().toReversed());
    expect(seen).toHaveLength(7);
    const { body } = await world.call<{ data: { id: string }[] }>('listOrganizations', { query: { limit: 1 } });
    expect(body).toMatchObject({ data: [{ id: world.foreign_id }], next_cursor: world.foreign_id });
  });

  it('creates an organization whose webhook URL is allowed, and no other', async () => {
    await using world = await openAdminWorld(engine);
    const create = (webhook_url: string) =>
      world.call<AdminError & { organization: { id: string }; signing_secret: string }>('createOrganization', {
        body: { name: 'Harbour Group', webhook_url },
      });
    const refused = await create('http://10.0.0.1/webhooks');
    expect([refused.status, refused.body.error_code]).toEqual([400, 'invalid_request']);
    const { status, body } = await create(world.endpoint.url);
    expect(status).toBe(201);
    const stored = await world.store.findOrganization(body.organization.id);
    expect(stored).toMatchObject({ name: 'Harbour Group', signing_secret: body.signing_secret });
  });
});

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

describe.each(engines)('the audit log, on %s', (engine) => {
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

describe.each(engines)('an unknown organization, on %s', (engine) => {
  it.each(['org_none', 'xudmf_0'])(
    'ORG-3: refuses an API key for the organization %s, which does not exist',
    async (id) => {
      await using world = await openAdminWorld(engine);
      const request = { path: { organization_id: id }, body: { name: 'Kiosk', mode: 'live' } };
      const { status, body } = await world.call<{ error_code: string }>('createApiKey', request);
      expect([status, body.error_code]).toEqual([404, 'not_found']);
    },
  );

  it('refuses an organization in a cell that does not exist', async () => {
    await using world = await openAdminWorld(engine);
    const request = { body: { name: 'Kiosk', webhook_url: null, cell: 'north' } };
    const { status, body } = await world.call<{ error: string }>('createOrganization', request);
    const reason = engine === 'cells' ? 'No cell has the name north.' : 'This service has one database.';
    expect([status, body.error]).toEqual([404, expect.stringContaining(reason)]);
  });
});
