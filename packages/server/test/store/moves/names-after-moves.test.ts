/**
 * An organization moves from cell to cell and back to the first. Every id and secret that was made in one of them works in all of
 * them, in an
 * instance that ran during the moves, and in one that starts later.
 *
 * @module-tag slow
 */
import type {
  CreatedAccessToken,
  CreatedApiKey,
  CreatedDashboardLink,
  InvitedMember,
  Organization,
} from '@booking-service/contract/admin';
import { cellOf } from '@booking-service/kernel/contract';
// @boundaries-ignore a private part of the kernel
import { type NumberedId, numberedIds, type NumberedSecret, numberedSecrets } from '../../../../kernel/src/ids.ts';
import { expect, it } from 'vitest';
import { moveOrganization } from '../../../src/store/moves/move-organization.ts';
import { callAdmin } from '../../support/worlds/admin-world.ts';
import { fromPage } from '../../support/worlds/dashboard-world.ts';
import { cellNames, startInstance, type CellName, type Instance } from '../cells/open-cells.ts';
import { openMoves, startLoad, untilDelivered } from './open-moves.ts';

const longest = { timeout: 600_000 };

interface NumberedName {
  /** Makes one of the organization, and returns the id or the secret. */
  readonly make: (instance: Instance, organization_id: string) => Promise<string>;
  /** Uses it, and returns the status. */
  readonly use: (instance: Instance, name: string, organization_id: string) => Promise<number>;
  /** The status of a use that succeeds. */
  readonly status: number;
}

async function makeKey({ adminUrl }: Instance, organization_id: string): Promise<CreatedApiKey> {
  return (
    await callAdmin<CreatedApiKey>(adminUrl, `POST /organizations/${organization_id}/keys`, { body: { mode: 'test' } })
  ).body;
}

async function makeToken({ adminUrl }: Instance, organization_id: string): Promise<CreatedAccessToken> {
  const body = { name: 'Ada', role: 'developer', organization_id };
  return (await callAdmin<CreatedAccessToken>(adminUrl, 'POST /access-tokens', { body })).body;
}

async function makeLink({ adminUrl }: Instance, organization_id: string): Promise<CreatedDashboardLink> {
  const body = { name: 'Ada', role: 'developer', organization_id };
  return (await callAdmin<CreatedDashboardLink>(adminUrl, 'POST /dashboard-links', { body })).body;
}

let invited = 0;

async function invite({ adminUrl }: Instance, organization_id: string): Promise<InvitedMember> {
  const body = { email: `${(invited += 1)}@diner.test`, role: 'developer' };
  return (await callAdmin<InvitedMember>(adminUrl, `POST /organizations/${organization_id}/members`, { body })).body;
}

const tokenOf = ({ url }: { readonly url: string | null }): string => url?.split('#')[1] ?? '';

async function signIn({ dashboardUrl }: Instance, link_token: string): Promise<Response> {
  return fetch(`${dashboardUrl}/session`, {
    method: 'POST',
    headers: { ...fromPage, 'Content-Type': 'application/json' },
    body: JSON.stringify({ link_token }),
  });
}

/** The kinds of names with the number of a cell. */
const kinds: Readonly<Record<NumberedId | NumberedSecret, NumberedName>> = {
  org: {
    make: async (_instance, organization_id) => organization_id,
    use: async ({ adminUrl }, id) => (await callAdmin<Organization>(adminUrl, `GET /organizations/${id}`)).status,
    status: 200,
  },
  key: {
    make: async (instance, organization_id) => (await makeKey(instance, organization_id)).api_key.id,
    async use({ store, adminUrl }, id) {
      const owner = (await store.findApiKey(id))?.organization_id;
      return (await callAdmin(adminUrl, `POST /organizations/${owner}/keys/${id}/revoke`)).status;
    },
    status: 200,
  },
  tok: {
    make: async (instance, organization_id) => (await makeToken(instance, organization_id)).access_token.id,
    use: async ({ adminUrl }, id) => (await callAdmin(adminUrl, `POST /access-tokens/${id}/revoke`)).status,
    status: 200,
  },
  das: {
    make: async (instance, organization_id) => (await makeLink(instance, organization_id)).session.id,
    use: async ({ adminUrl }, id) => (await callAdmin(adminUrl, `POST /dashboard-sessions/${id}/revoke`)).status,
    status: 200,
  },
  api_key: {
    make: async (instance, organization_id) => (await makeKey(instance, organization_id)).key,
    async use({ url }, key) {
      return (await fetch(`${url}/v1/bookings`, { headers: { Authorization: `Bearer ${key}` } })).status;
    },
    status: 200,
  },
  access_token: {
    make: async (instance, organization_id) => (await makeToken(instance, organization_id)).token,
    async use({ adminUrl }, token, organization_id) {
      const headers = { Authorization: `Bearer ${token}` };
      return (await callAdmin(adminUrl, `GET /organizations/${organization_id}`, { headers })).status;
    },
    status: 200,
  },
  dashboard_link: {
    make: async (instance, organization_id) => tokenOf(await makeLink(instance, organization_id)),
    use: async (instance, token) => (await signIn(instance, token)).status,
    status: 204,
  },
  // The session of a member, whose row moves with it.
  dashboard_session: {
    async make(instance, organization_id) {
      const { headers } = await signIn(instance, tokenOf(await invite(instance, organization_id)));
      return headers.get('set-cookie')?.split(';')[0] ?? '';
    },
    async use({ dashboardUrl }, cookie) {
      return (await fetch(`${dashboardUrl}/session`, { headers: { ...fromPage, Cookie: cookie } })).status;
    },
    status: 200,
  },
};

interface Made {
  readonly kind: keyof typeof kinds;
  readonly name: string;
  /** The number of the cell in which it was made. */
  readonly cell: number;
}

/**
 * Uses one name of each kind and cell, and takes it from `made`: a link works once, and so does a revocation. Returns the
 * failures.
 */
async function useEach(
  instance: Instance,
  { made, organization_id }: { readonly made: Made[]; readonly organization_id: string },
): Promise<string[]> {
  const failures: string[] = [];
  for (const [label, [each]] of Map.groupBy(made, ({ kind, cell }) => `${kind} of cell ${cell}`)) {
    if (!each) continue;
    made.splice(made.indexOf(each), 1);
    const { use, status } = kinds[each.kind];
    const used = await use(instance, each.name, organization_id);
    if (used !== status) failures.push(`${label}: ${used}`);
  }
  return failures;
}

/** Returns the number of the cell in an id or a secret. */
function cellIn(name: string): number {
  return cellOf(name) ?? Number(/_(\d+)_/.exec(name)?.[1]);
}

it('every kind of name works after each move, from the first cell to the third and back', longest, async () => {
  // A kind of the list without a case does not compile, and fails here.
  expect(Object.keys(kinds).toSorted()).toEqual([...numberedIds, ...Object.keys(numberedSecrets)].toSorted());
  await using moves = await openMoves(3);
  const { service, databases, between } = moves;
  const { id } = service.organizations.one;
  const made: Made[] = [];
  /** Makes names of each kind in the cell, one for each use of them. */
  async function makeNames(cell: CellName, uses: number): Promise<void> {
    const number = cellNames.indexOf(cell) + 1;
    // The keys of the table are the kinds.
    for (const kind of Object.keys(kinds) as Made['kind'][])
      for (let count = 0; count < uses; count += 1)
        made.push({ kind, name: await kinds[kind].make(service, id), cell: number });
  }

  const path = [
    ['one', 'two'],
    ['two', 'three'],
    ['three', 'one'],
  ] as const;
  // Two instances use each name after each move that follows.
  await makeNames('one', 2 * path.length);
  for (const [at, [from, to]] of path.entries()) {
    // An instance that ran during the move may read the old rows for a few seconds; one that starts later finds none.
    await moveOrganization({ ...between(from, to), keepRows: true });
    expect(await useEach(service, { made, organization_id: id })).toEqual([]);
    await moveOrganization(between(from, to));
    await using later = await startInstance(databases.map(({ url }) => url));
    expect(await useEach(later, { made, organization_id: id })).toEqual([]);
    await makeNames(to, 2 * (path.length - 1 - at));
    // Its own id stays that of the cell in which it was created.
    const numbered = made.map(({ kind, name, cell }) => [kind, kind === 'org' ? cell : cellIn(name)]);
    expect(numbered).toEqual(made.map(({ kind, cell }) => [kind, cell]));
  }
  expect(made).toEqual([]);
  // The directions end: each cell that it left names the next one, and the cell that has it names none.
  const directions = `SELECT cell FROM moved_names WHERE name = '${id}'`;
  const directed = await Promise.all(databases.map((database) => database.query(directions)));
  expect(directed).toEqual([[], [{ cell: 3 }], [{ cell: 1 }]]);
});

it('two organizations move at once in opposite directions, under load', longest, async () => {
  await using moves = await openMoves(2);
  const { service, between } = moves;
  const { one, two } = service.organizations;
  const loads = [startLoad(service, { clients: 2 }), startLoad(service, { clients: 2, cell: 'two' })] as const;
  const more = () => Promise.all(loads.map((load) => load.more(10)));
  await more();
  await Promise.all([moveOrganization(between('one', 'two', 'one')), moveOrganization(between('two', 'one', 'two'))]);
  await more();
  for (const load of loads) await load.end();
  for (const [organization, load] of [
    [one, loads[0]],
    [two, loads[1]],
  ] as const)
    await untilDelivered(service, organization.key, load.created);
  expect(await moves.countBookings(one.id)).toEqual([0, loads[0].created.size]);
  expect(await moves.countBookings(two.id)).toEqual([loads[1].created.size, 0]);
});
