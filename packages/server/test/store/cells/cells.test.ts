/** The store of two cells: which cell each call goes to, what is merged, and which lists of cells are refused. */
import { apiKeyDigest, cellOf } from '@booking-service/kernel/contract';
import { expect, it } from 'vitest';
import { createOrganization, openPostgresCells, type PostgresCell, type Store } from '../../../src/index.ts';
import { createApiKey } from '../../../src/admin/organizations/create-organization.ts';
import { joinCells } from '../../../src/store/cells/join-cells.ts';
import { testSealing } from '../../../src/testing.ts';
import { makePostgresDatabase } from '../../support/engines.ts';
import { listCells } from './open-cells.ts';

const now = new Date('2026-11-21T09:30:00.000Z');
const window_start = '2026-11-21T09:30:00.000Z';
const named = (name: string) => ({ name, webhook_url: null });
const options = { sealing: testSealing, migrate: 'never' } as const;

async function openTwo() {
  await using opened = new AsyncDisposableStack();
  const databases = [
    opened.use(await makePostgresDatabase({ tables: true })),
    opened.use(await makePostgresDatabase({ tables: true })),
  ] as const;
  const [one, two] = [opened.use(await databases[0].open()), opened.use(await databases[1].open())];
  /** The cell of each call. */
  const calls: string[] = [];
  const recorded = (name: string, store: Store): Store =>
    new Proxy(store, {
      get(of, method) {
        if (typeof method === 'string' && method !== 'audited') calls.push(`${name} ${method}`);
        return Reflect.get(of, method) as unknown;
      },
    });
  const store = joinCells([
    { name: 'one', number: 1, store: recorded('one', one), accepts_new: true },
    { name: 'two', number: 2, store: recorded('two', two), accepts_new: false },
  ]);
  const running = opened.move();
  return {
    one,
    two,
    store,
    urls: databases.map(({ url }) => url),
    /** Returns the calls since the last one of this. */
    takeCalls: () => calls.splice(0),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

it('a call of a numbered organization or key goes to its cell alone', async () => {
  await using cells = await openTwo();
  const { store, takeCalls } = cells;
  const made = await createOrganization(store, named('Diner'), now);
  expect(cellOf(made.organization_id)).toBe(1);
  takeCalls();
  expect(await store.admit({ digest: apiKeyDigest(made.keys.live), window_start })).toMatchObject({ calls: 1 });
  await store.setLimits(made.organization_id, { rate_limit: 2 });
  expect(takeCalls()).toEqual(['one admit', 'one setLimits']);
  // A number without a cell finds nothing: every cell is searched.
  expect(await store.authenticate(apiKeyDigest(`sk_test_9_${'x'.repeat(32)}`))).toBeUndefined();
  expect(takeCalls()).toEqual(['one authenticate', 'two authenticate']);
});

it('a key from before the cells is searched in every cell once', async () => {
  await using cells = await openTwo();
  const { store, two, takeCalls } = cells;
  // An organization and its keys of a service with one database have no number.
  const { organization_id, keys } = await createOrganization(two, named('Diner'), now);
  expect([cellOf(organization_id), cellOf(apiKeyDigest(keys.test))]).toEqual([undefined, undefined]);
  const digest = apiKeyDigest(keys.test);
  const found = await store.authenticate(digest);
  expect(takeCalls().toSorted()).toEqual(['one authenticate', 'two authenticate']);
  expect(found).toMatchObject({ organization: { id: organization_id } });
  await store.authenticate(digest);
  await store.findSettings(organization_id);
  await store.recordKeyUses([{ id: found?.key.id ?? '', at: now.toISOString() }]);
  expect(takeCalls()).toEqual(['two authenticate', 'two findSettings', 'two recordKeyUses']);
  // An organization that the process has not met is searched by its id.
  const other = await createOrganization(two, named('Bar'), now);
  await createApiKey(store, { organization_id: other.organization_id, mode: 'test' }, now);
  expect((await two.listApiKeys({ organization_id: other.organization_id, limit: 10 })).length).toBe(3);
});

it('the members of the operator are in the first cell, and an address is found in every cell', async () => {
  await using cells = await openTwo();
  const { store, two, takeCalls } = cells;
  const { organization_id } = await createOrganization(two, named('Diner'), now);
  const invite = (id: string, of: { readonly organization_id: string | null; readonly role: 'viewer' | 'support' }) => {
    const [email, created] = ['ada@diner.test', now.toISOString()];
    const times = { created, signed_in_at: null, last_used_at: null, expires_at: created };
    const link = { ...of, ...times, id: `das_${id}`, name: email, digest: id };
    return store.inviteMember({ member: { ...of, id: `mem_${id}`, email, created }, link, maximum: 2 });
  };
  await invite('a', { organization_id, role: 'viewer' });
  const member = await invite('b', { organization_id: null, role: 'support' });
  expect(takeCalls().filter((call) => call.endsWith(' inviteMember'))).toEqual([
    'two inviteMember',
    'one inviteMember',
  ]);
  const name = { organization_id: null, id: 'mem_b' };
  expect(await store.findMember(name)).toStrictEqual(member);
  expect(await store.listMembers({ organization_id: null, limit: 2 })).toStrictEqual([member]);
  await store.changeMemberRole(name, 'operator');
  expect(takeCalls()).toEqual(['one findMember', 'one listMembers', 'one changeMemberRole']);
  expect((await store.findMembersByEmail('ada@diner.test')).map(({ id }) => id)).toEqual(['mem_b', 'mem_a']);
  await store.removeMember(name);
  expect((await store.findMembersByEmail('ada@diner.test')).map(({ id }) => id)).toEqual(['mem_a']);
});

it('lists of all organizations are merged in their order, and pages continue in every cell', async () => {
  await using cells = await openTwo();
  const { store, one, two } = cells;
  const made: string[] = [];
  for (const target of [one, two, two, one, two])
    made.push((await createOrganization(target, named('Diner'), now)).organization_id);
  const first = await store.listOrganizations({ limit: 3 });
  const rest = await store.listOrganizations({ limit: 3, after: first.at(-1)?.id });
  expect([...first, ...rest].map(({ id }) => id)).toEqual(made);
  const newest = await store.listNewestOrganizations({ limit: 4 });
  expect(newest.map(({ id }) => id)).toEqual(made.toReversed().slice(0, 4));
  expect(await store.listSealedSecrets({ after: made[1] ?? '', limit: 2 })).toMatchObject([
    { organization_id: made[2] },
    { organization_id: made[3] },
  ]);
});

it('a new organization goes to a named cell, or to one that accepts it', async () => {
  await using cells = await openTwo();
  expect(await cells.store.chooseCell?.()).toBe(1);
  expect(await cells.store.chooseCell?.('two')).toBe(2);
  expect(await cells.store.chooseCell?.('three')).toBeUndefined();
});

it('refuses a list that exchanges two databases, or names one twice', async () => {
  await using cells = await openTwo();
  const [one, two] = listCells(cells.urls) as [PostgresCell, PostgresCell];
  const open = (...list: readonly PostgresCell[]) => openPostgresCells(list, options);
  await (await open(one, two))[Symbol.asyncDispose]();
  await expect(open({ ...one, url: two.url }, { ...two, url: one.url })).rejects.toThrow(
    / is cell 2, not cell 1 \(one\)\. Nothing was changed\. Correct the URL or the number\.$/,
  );
  await expect(open(one, { ...two, url: one.url })).rejects.toThrow('is cell 1, not cell 2 (two)');
  await expect(open(one, { ...two, number: 1 })).rejects.toThrow('has the name or the number of another cell');
  await expect(open({ ...one, number: 1000 })).rejects.toThrow('a whole number from 1 to 999, not 1000');
  await expect(open({ ...one, name: 'Eins' })).rejects.toThrow('of a-z, 0-9 and -, not "Eins"');
  await expect(open()).rejects.toThrow('needs at least one cell');
});

it('an instance of one cell refuses the organizations of the others with 503, and names no cell', async () => {
  await using cells = await openTwo();
  const { store, urls } = cells;
  const { organization_id, keys } = await createOrganization(store, named('Diner'), now);
  await using opened = new AsyncDisposableStack();
  const openOnly = async (only: string) => opened.use(await openPostgresCells(listCells(urls), { ...options, only }));
  await expect(openOnly('three')).rejects.toThrow('No cell has the name three.');
  const [one, two] = [await openOnly('one'), await openOnly('two')];
  expect(await one.authenticate(apiKeyDigest(keys.test))).toMatchObject({ organization: { id: organization_id } });
  const elsewhere = 'Other instances serve the organization. Send its requests to them.';
  await expect(two.authenticate(apiKeyDigest(keys.test))).rejects.toThrow(elsewhere);
  await expect(two.findSettings(organization_id)).rejects.toThrow(elsewhere);
  // A key without a number may be in the other cell.
  await expect(two.authenticate(apiKeyDigest(`sk_test_${'x'.repeat(32)}`))).rejects.toThrow(elsewhere);
  expect(await two.authenticate(apiKeyDigest(`sk_test_2_${'x'.repeat(32)}`))).toBeUndefined();
  expect(await two.chooseCell?.()).toBe(2);
});

it('does not open if no cell can be reached', async () => {
  const list = listCells(['postgres://booking@127.0.0.1:1/none']);
  await expect(openPostgresCells(list, options)).rejects.toThrow('Cannot use the database postgres://127.0.0.1:1/none');
});
