/** API keys and signing secrets by HTTP. rotation.test.ts rotates under load. */
import type {
  AdminError,
  ApiKey,
  ApiKeyList,
  AuditList,
  CreatedApiKey,
  PreparedSecret,
  Settings,
  SigningSecrets,
  TestEvent,
} from '@booking-service/contract/admin';
import { access } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { createVerifier } from '@booking-service/webhooks';
import { type AdminWorld, openAdminWorld } from '../../support/worlds/admin-world.ts';
import { engines } from '../../support/engines.ts';

describe.each(engines)('API keys, on %s', (engine) => {
  it('ORG-3 AUT-7 AUT-8: creates a key that is shown once, with its scopes and its last four characters', async () => {
    await using world = await openAdminWorld(engine);
    const scopes = ['availability:read', 'bookings:read'];
    const { status, body } = await create(world, { name: 'Website', mode: 'test', scopes });
    expect(status).toBe(201);
    expect(body.key).toMatch(engine === 'cells' ? /^sk_test_2_[\w-]{32}$/ : /^sk_test_[\w-]{32}$/);
    expect(body.api_key).toEqual({
      id: expect.stringMatching(engine === 'cells' ? /^key_[0-9a-f]{32}_2$/ : /^key_[0-9a-f]{32}$/),
      object: 'api_key',
      organization_id: world.organization_id,
      name: 'Website',
      mode: 'test',
      scopes,
      last4: body.key.slice(-4),
      created: world.clock.now().toISOString(),
      last_used_at: null,
      revoked_at: null,
    });
    expect(await search(world, body.key)).toBe('403 insufficient_scope');
    const all = await create(world, { name: 'Everything', mode: 'live' });
    expect(all.body.api_key.scopes).toEqual(Object.keys(access.scopes));
    expect(await search(world, all.body.key)).toBe('200');

    const listed = JSON.stringify(await list(world));
    const keys = [body.key, all.body.key, world.organization.keys.test];
    for (const key of keys) expect(listed).not.toContain(key);
    expect(listed).not.toMatch(/[0-9a-f]{64}/);
    const entries = JSON.stringify((await auditOf(world)).concat());
    for (const key of keys) expect(entries + world.lines.join('')).not.toContain(key);
  });

  it('ORG-3: lists the keys in pages, newest first, only those of the organization', async () => {
    await using world = await openAdminWorld(engine);
    const made: string[] = [];
    for (const name of ['One', 'Two', 'Three'])
      made.push((await create(world, { name, mode: 'test' })).body.api_key.id);
    const { data } = await list(world);
    expect(data.map(({ name }) => name)).toEqual(['Three', 'Two', 'One', 'Live key', 'Test key']);
    const first = await list(world, { limit: 2 });
    expect(first.data.map(({ id }) => id)).toEqual([made[2], made[1]]);
    const second = await list(world, { limit: 3, cursor: first.next_cursor ?? '' });
    expect(second.data).toEqual(data.slice(2));
    expect(second.next_cursor).toBeNull();
  });

  it('renames a key, which stays valid', async () => {
    await using world = await openAdminWorld(engine);
    const { api_key, key } = (await create(world, { name: 'Website', mode: 'test' })).body;
    const renamed = await change(world, 'renameApiKey', { key_id: api_key.id, body: { name: 'Shop' } });
    expect(renamed.body).toEqual({ ...api_key, name: 'Shop' });
    expect(await search(world, key)).toBe('200');
  });

  it('AUT-7: refuses a revoked key from the next request on; revoking it again keeps the time', async () => {
    await using world = await openAdminWorld(engine);
    const { api_key, key } = (await create(world, { name: 'Website', mode: 'test' })).body;
    expect(await search(world, key)).toBe('200');
    const revoked = await change(world, 'revokeApiKey', { key_id: api_key.id });
    expect(revoked.body.revoked_at).toBe(world.clock.now().toISOString());
    expect(await search(world, key)).toBe('401 unauthorized');
    await world.clock.advance(1000);
    expect((await change(world, 'revokeApiKey', { key_id: api_key.id })).body.revoked_at).toBe(revoked.body.revoked_at);
  });

  it.each(['renameApiKey', 'revokeApiKey'] as const)(
    'AUT-7: %s does not find a key of another organization',
    async (operation) => {
      await using world = await openAdminWorld(engine);
      const foreign = await world.call<CreatedApiKey>('createApiKey', {
        path: { organization_id: world.foreign_id },
        body: { name: 'Theirs', mode: 'test' },
      });
      const request = {
        key_id: foreign.body.api_key.id,
        ...(operation === 'renameApiKey' && { body: { name: 'Mine' } }),
      };
      const refused = await change<AdminError>(world, operation, request);
      expect([refused.status, refused.body.error_code]).toEqual([404, 'not_found']);
      const found = await world.store.findApiKey(foreign.body.api_key.id);
      expect(found).toMatchObject({ name: 'Theirs', revoked_at: null });
      expect(await auditOf(world)).toEqual([]);
    },
  );

  it('shows when a key was last used, to the minute', async () => {
    await using world = await openAdminWorld(engine);
    const lastUsed = async () =>
      Object.fromEntries((await list(world)).data.map((key) => [key.mode, key.last_used_at]));
    const { keys } = world.organization;
    expect(await lastUsed()).toEqual({ test: null, live: null });
    const first = world.clock.now().toISOString();
    await search(world, keys.test);
    await world.clock.advance(5000);
    await expect.poll(lastUsed).toEqual({ test: first, live: null });
    // The same minute: another use writes nothing.
    await search(world, keys.test);
    await world.clock.advance(10_000);
    expect(await lastUsed()).toEqual({ test: first, live: null });
    await world.clock.advance(60_000);
    const later = world.clock.now().toISOString();
    await search(world, keys.test);
    await search(world, keys.live);
    await world.clock.advance(5000);
    await expect.poll(lastUsed).toEqual({ test: later, live: later });
  });

  it('records each change of a key with its caller, and without the key', async () => {
    await using world = await openAdminWorld(engine);
    const { api_key } = (await create(world, { name: 'Website', mode: 'test', scopes: ['venues:read'] })).body;
    await change(world, 'renameApiKey', { key_id: api_key.id, body: { name: 'Shop' } });
    await change(world, 'revokeApiKey', { key_id: api_key.id });
    expect(await auditOf(world)).toMatchObject([
      { action: 'revokeApiKey', target: api_key.id },
      { action: 'renameApiKey', target: api_key.id, details: { name: 'Shop' } },
      {
        action: 'createApiKey',
        target: api_key.id,
        details: { name: 'Website', mode: 'test', scopes: 'venues:read' },
        actor: { kind: 'access_token', name: 'A admin' },
      },
    ]);
  });
});

function create(world: AdminWorld, body: { name: string; mode: string; scopes?: readonly string[] }) {
  const path = { organization_id: world.organization_id };
  return world.call<CreatedApiKey>('createApiKey', { path, body }, world.tokens.admin);
}

async function list(world: AdminWorld, query: Record<string, string | number> = {}): Promise<ApiKeyList> {
  const path = { organization_id: world.organization_id };
  return (await world.call<ApiKeyList>('listApiKeys', { path, query }, world.tokens.viewer)).body;
}

function change<Body = ApiKey>(
  world: AdminWorld,
  operation: 'renameApiKey' | 'revokeApiKey',
  { key_id, body }: { key_id: string; body?: unknown },
) {
  const path = { organization_id: world.organization_id, key_id };
  return world.call<Body>(operation, { path, body }, world.tokens.admin);
}

/** The audit entries of the organization, newest first. */
async function auditOf(world: AdminWorld): Promise<AuditList['data']> {
  const path = { organization_id: world.organization_id };
  const { body } = await world.call<AuditList>('listAuditEntries', { path });
  return body.data.filter(({ action }) => action !== 'createAccessToken');
}

/** Searches venues with a key. Returns the status, with the code of a refusal. */
async function search({ url }: AdminWorld, key: string): Promise<string> {
  const response = await fetch(`${url}/v1/venues/search`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: '{}',
  });
  const body = (await response.json()) as { error?: string; error_code?: string };
  return response.ok ? '200' : `${response.status} ${body.error_code ?? body.error}`;
}

describe.each(engines)('signing secrets, on %s', (engine) => {
  it('ORG-5 ORG-2: prepares, shows and activates a secret; one secret signs at any time', async () => {
    await using world = await openAdminWorld(engine);
    const old = world.organization.signing_secret;
    expect(await reveal(world)).toMatchObject({ signing_secret: old, prepared: null });

    const { status, body: prepared } = await call<PreparedSecret>(world, 'prepareSigningSecret');
    const next = prepared.signing_secret;
    expect(status).toBe(201);
    expect(next).toMatch(/^whsec_[\w-]{43}$/);
    expect(prepared.created).toBe(world.clock.now().toISOString());
    expect(await reveal(world)).toMatchObject({ signing_secret: old, prepared });
    expect((await call<Settings>(world, 'getSettings')).body.secret_prepared_at).toBe(prepared.created);
    expect(await signerOfNext(world, [next, old])).toBe(1);

    const { body: settings } = await call<Settings>(world, 'activateSigningSecret');
    expect(settings.secret_prepared_at).toBeNull();
    expect(await reveal(world)).toMatchObject({ signing_secret: next, prepared: null });
    expect(await signerOfNext(world, [next, old])).toBe(0);
  });

  it('ORG-5: signs a retry with the secret of its own time', async () => {
    await using world = await openAdminWorld(engine);
    const old = world.organization.signing_secret;
    world.endpoint.responses.push(500);
    await sendTestEvent(world);
    await world.clock.advance(30_000);
    const { body } = await call<PreparedSecret>(world, 'prepareSigningSecret');
    await call(world, 'activateSigningSecret');
    await world.clock.advance(60_000);
    expect(signersOf(world, [body.signing_secret, old])).toEqual([1, 0]);
  });

  it('ORG-5: discards a prepared secret, and refuses what the state does not allow', async () => {
    await using world = await openAdminWorld(engine);
    const refusal = async (operation: Parameters<typeof call>[1]) => {
      const { status, body } = await call<AdminError>(world, operation);
      return [status, body.error_code];
    };
    const refused = [409, 'invalid_state'];
    expect(await refusal('activateSigningSecret')).toEqual(refused);
    expect(await refusal('discardPreparedSecret')).toEqual(refused);
    await call(world, 'prepareSigningSecret');
    expect(await refusal('prepareSigningSecret')).toEqual(refused);
    expect((await call<Settings>(world, 'discardPreparedSecret')).body.secret_prepared_at).toBeNull();
    expect(await refusal('activateSigningSecret')).toEqual(refused);
    expect((await reveal(world)).signing_secret).toBe(world.organization.signing_secret);
  });

  it('ORG-5: prepares one secret for two callers at once', async () => {
    await using world = await openAdminWorld(engine);
    const calls = Array.from({ length: 8 }, () => call<PreparedSecret>(world, 'prepareSigningSecret'));
    const made = (await Promise.all(calls)).filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    expect((await reveal(world)).prepared).toEqual(made[0]?.body);
  });

  it('ORG-2: records each step with its caller, and keeps the secrets out of the entries, the log and the database', async () => {
    await using world = await openAdminWorld(engine);
    const { body: first } = await call<PreparedSecret>(world, 'prepareSigningSecret');
    await call(world, 'discardPreparedSecret');
    const { body: second } = await call<PreparedSecret>(world, 'prepareSigningSecret');
    await reveal(world);
    const rows = await world.query('SELECT signing_secret, prepared_secret FROM organizations');
    await call(world, 'activateSigningSecret');
    // A refused step is not recorded.
    await call(world, 'activateSigningSecret');

    const { body } = await call<AuditList>(world, 'listAuditEntries');
    const entries = body.data.filter(({ action }) => action !== 'createAccessToken');
    expect(entries.map(({ action }) => action)).toEqual([
      'activateSigningSecret',
      'revealSigningSecret',
      'prepareSigningSecret',
      'discardPreparedSecret',
      'prepareSigningSecret',
    ]);
    expect(entries.every(({ actor }) => actor.kind === 'access_token' && actor.name === 'A admin')).toBe(true);
    const stored = JSON.stringify([entries, world.lines, rows, await world.query('SELECT * FROM organizations')]);
    for (const secret of [world.organization.signing_secret, first.signing_secret, second.signing_secret]) {
      expect(stored).not.toContain(secret);
    }
    expect(rows.some(({ prepared_secret }) => String(prepared_secret).startsWith('v2.'))).toBe(true);
  });
});

function call<Body>(
  world: AdminWorld,
  operation:
    | 'getSettings'
    | 'listAuditEntries'
    | 'revealSigningSecret'
    | 'prepareSigningSecret'
    | 'activateSigningSecret'
    | 'discardPreparedSecret',
) {
  return world.call<Body>(operation, { path: { organization_id: world.organization_id } }, world.tokens.admin);
}

async function reveal(world: AdminWorld): Promise<SigningSecrets> {
  return (await call<SigningSecrets>(world, 'revealSigningSecret')).body;
}

async function sendTestEvent(world: AdminWorld): Promise<void> {
  const request = { path: { organization_id: world.organization_id }, body: { type: 'booking.confirmed' } };
  expect((await world.call<TestEvent>('sendTestEvent', request)).status).toBe(201);
}

/** The index of the secret that signed each received webhook. */
function signersOf(world: AdminWorld, secrets: readonly string[]): number[] {
  const verifier = createVerifier({ secrets, clock: world.clock });
  return world.endpoint.received.map(({ text, headers }) => verifier.verifyRaw(text, headers).secretIndex);
}

/** Sends a test event and returns the index of the secret that signed it. */
async function signerOfNext(world: AdminWorld, secrets: readonly string[]): Promise<number | undefined> {
  await sendTestEvent(world);
  await world.clock.advance(30_000);
  return signersOf(world, secrets).at(-1);
}
