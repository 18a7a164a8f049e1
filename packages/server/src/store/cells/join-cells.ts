/**
 * The store of several cells: the port of one store, without a statement that spans databases.
 *  - A call about an organization, or by a numbered id or digest, goes to one cell.
 *  - A call by a name without a number goes to every cell, until one has it (cell-directory.ts).
 *  - A list of all organizations is merged from every cell. If one is unavailable, see unavailable-cells.ts.
 *  - The worker has loops of its own for each cell, so claims never come here in a service. For others, they go from cell to cell.
 */
import { cellOf } from '@booking-service/kernel/contract';
import { BusyError, StoreError } from '@booking-service/kernel/store';
import type { OpenCell, Store } from '../store.ts';
import { createCellDirectory, type CellDirectory, type CellDirectoryOptions } from './cell-directory.ts';
import { nameOf, organizationOf, type NamedMethod, type OrganizationMethod } from './cell-routes.ts';
import { unwatched } from './home-watch.ts';
import { joinedWork } from './joined-work.ts';
import { mergedAuditEntries, mergedDashboardSessions, mergedLists } from './merge-pages.ts';

/** A cell of the list, with what decides about new organizations. */
export interface JoinedCell extends OpenCell {
  /** False if it gets new organizations only by its name. */
  readonly accepts_new: boolean;
}

/** Joins cells into one store. The first one has the rows of the operator, which belong to no organization. */
export function joinCells(
  cells: readonly [JoinedCell, ...JoinedCell[]],
  { elsewhere, homes = unwatched }: CellDirectoryOptions = {},
): Store {
  const [first] = cells;
  const directory = createCellDirectory(cells, { elsewhere, homes });

  async function locateOwner(organization_id: string | null): Promise<Store> {
    return organization_id === null ? first.store : (await directory.locate(organization_id)).store;
  }

  /** Makes the call in the cell of the organization. If it has moved since it was confirmed, that cell has changed nothing. */
  async function callOwner<Result>(
    organization_id: string | null,
    call: (store: Store) => Promise<Result>,
  ): Promise<Result> {
    if (organization_id === null) return call(first.store);
    // A caller was confirmed by its key, so almost every call waits for nothing here.
    const { store } = directory.findConfirmed(organization_id) ?? (await directory.locate(organization_id));
    try {
      return await call(store);
    } catch (error) {
      if (!(error instanceof BusyError) || error.code !== 'organization_moved') throw error;
      directory.expire(organization_id);
      return call((await directory.locate(organization_id)).store);
    }
  }

  /** Returns the methods that go to one cell. `partsOf` returns those of a cell: of its store, or under an audit entry. */
  function routeMethods(partsOf: (store: Store) => Pick<Store, SingleMethod>): Pick<Store, SingleMethod> {
    const byOrganization = async (method: OrganizationMethod, args: readonly unknown[]) => {
      const organization_id = (organizationOf[method] as NameOf<string | null>)(...args);
      const call = (store: Store) => callOf(partsOf(store), method)(...args);
      // A new key or link has the number of the earlier cell, so its request is repeated as a whole.
      return method === 'createApiKey' || method === 'inviteMember'
        ? call(await locateOwner(organization_id))
        : callOwner(organization_id, call);
    };
    const search = async (method: NamedMethod, args: readonly unknown[], name: string) => {
      const found = await directory.searchAll((cell) => callOf(partsOf(cell.store), method)(...args));
      if (!found) {
        await homes.requireNames();
        return undefined;
      }
      directory.remember(name, found.cell);
      await rememberCaller(found.result, found.cell, directory);
      return found.result;
    };
    const byName = async (method: NamedMethod, args: readonly unknown[]): Promise<unknown> => {
      const name = (nameOf[method] as NameOf<string>)(...args);
      const known = directory.find(name);
      if (!known) return search(method, args, name);
      const result = await callOf(partsOf(known.store), method)(...args);
      if (isFound(result) || method.startsWith('mark')) {
        await rememberCaller(result, known, directory);
        return result;
      }
      const next = await directory.follow(name, known);
      if (next) {
        const moved = await callOf(partsOf(next.store), method)(...args);
        if (!isFound(moved)) await homes.requireNames(next.number);
        await rememberCaller(moved, next, directory);
        return moved;
      }
      directory.forget(name);
      // It was remembered in another cell. That of its number may direct to a third one.
      if (cellOf(name) !== known.number) return byName(method, args);
      await homes.requireNames(known.number);
      return result;
    };
    const methodsOf = <Method extends string>(
      table: Readonly<Record<Method, unknown>>,
      call: (method: Method, args: readonly unknown[]) => Promise<unknown>,
    ) =>
      // The keys of the table are the methods.
      (Object.keys(table) as Method[]).map((method) => [method, (...args: readonly unknown[]) => call(method, args)]);
    // Each method passes its arguments on, and returns the result of the cell.
    const routed = Object.fromEntries([
      ...methodsOf(organizationOf, byOrganization),
      ...methodsOf(nameOf, byName),
    ]) as Pick<Store, OrganizationMethod | NamedMethod>;
    return {
      ...routed,
      async createOrganization(organization, keys) {
        const cell = directory.find(organization.id) ?? (await chooseCell(cells));
        await partsOf(cell.store).createOrganization(organization, keys);
        await directory.confirm(organization.id, cell);
      },
      createAccessToken: async (token) => partsOf(await locateOwner(token.organization_id)).createAccessToken(token),
      createDashboardSession: async (session) =>
        partsOf(await locateOwner(session.organization_id)).createDashboardSession(session),
    };
  }

  const lists = mergedLists(cells);
  return {
    ...routeMethods((store) => store),
    ...lists,
    ...joinedWork(cells, directory),
    // auditedMethods are among these methods.
    audited: (entry) => routeMethods((store) => store.audited(entry) as unknown as Store),
    recordAudit: (entry) => callOwner(entry.organization_id, (store) => store.recordAudit(entry)),
    listAuditEntries: async (page) =>
      page.organization_id === undefined
        ? mergedAuditEntries(cells, page)
        : (await directory.locate(page.organization_id)).store.listAuditEntries(page),
    listDashboardSessions: async (page) =>
      page.organization_id === undefined
        ? mergedDashboardSessions(cells, page)
        : (await directory.locate(page.organization_id)).store.listDashboardSessions(page),
    searchObjects: async (search) =>
      search.organization_id === undefined
        ? lists.searchObjects(search)
        : (await directory.locate(search.organization_id)).store.searchObjects(search),
    async query() {
      throw new StoreError('A statement of no organization cannot run over several cells. Run it in one of them.');
    },
    cells: { all: cells, find: (id) => directory.find(id), locate: (id) => directory.locate(id) },
    async numberOf(organization_id) {
      directory.expire(organization_id);
      return (await directory.locate(organization_id)).number;
    },
    async chooseCell(name) {
      return (name === undefined ? await chooseCell(cells) : cells.find((cell) => cell.name === name))?.number;
    },
    watchRuns(wake) {
      const ends = cells.map(({ store }) => store.watchRuns?.(wake));
      return () => ends.forEach((end) => end?.());
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(cells.map(({ store }) => store[Symbol.asyncDispose]()));
    },
  };
}

/** The methods that one cell executes. */
type SingleMethod =
  | OrganizationMethod
  | NamedMethod
  | 'createAccessToken'
  | 'createDashboardSession'
  | 'createOrganization';
type NameOf<Name> = (...args: readonly unknown[]) => Name;

/** Returns a method that gets the arguments of a call of the same method. */
function callOf(
  parts: Pick<Store, SingleMethod>,
  method: OrganizationMethod | NamedMethod,
): (...args: readonly unknown[]) => Promise<unknown> {
  return parts[method] as (...args: readonly unknown[]) => Promise<unknown>;
}

/** Returns whether the cell has what a call names. A call that returns nothing about it has no result. */
function isFound(result: unknown): boolean {
  return result !== undefined && result !== null && result !== false;
}

/**
 * Remembers the organization and the key of a caller, or the holder of a token: its next calls go to this cell. Throws a BusyError if the
 * organization is contested.
 */
async function rememberCaller(result: unknown, cell: OpenCell, directory: CellDirectory): Promise<void> {
  if (typeof result !== 'object' || result === null) return;
  const caller = (result as { readonly caller?: unknown }).caller ?? result;
  const { organization, key, id, organization_id } = caller as Caller;
  const owner = organization?.id ?? organization_id;
  if (typeof owner === 'string') await directory.confirm(owner, cell);
  const own = key?.id ?? id;
  if (own !== undefined) directory.remember(own, cell);
}

interface Caller {
  readonly organization?: { readonly id: string };
  readonly key?: { readonly id: string };
  readonly id?: string;
  readonly organization_id?: string | null;
}

/** Returns the cell with the smallest database among those that accept new organizations and respond. */
async function chooseCell(cells: readonly JoinedCell[]): Promise<JoinedCell> {
  const accepting = cells.filter(({ accepts_new }) => accepts_new);
  const measured = await Promise.allSettled(
    accepting.map(async (cell) => ({
      cell,
      bytes: (await cell.store.readResources()).database_bytes,
      isDraining: await cell.store.isDraining?.(),
    })),
  );
  const [most] = measured
    .flatMap((outcome) => (outcome.status === 'fulfilled' && outcome.value.isDraining !== true ? [outcome.value] : []))
    .toSorted((a, b) => a.bytes - b.bytes);
  if (most) return most.cell;
  const failed = measured.find((outcome) => outcome.status === 'rejected');
  throw failed
    ? failed.reason
    : new StoreError('No cell accepts new organizations. Change cells.yaml, or name a cell.');
}
