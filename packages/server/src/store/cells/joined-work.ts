/** Work and measurements over all cells: sums, the earliest of times, and items that each go to the cell of their organization. */
import { maxStuckCounted } from '../runs/port.ts';
import type { OpenCell, Store } from '../store.ts';
import { maxCounted } from '../admin-store.ts';
import type { CellDirectory } from './cell-directory.ts';
import type { JoinedMethod } from './cell-routes.ts';

type JoinedWork = Pick<
  Store,
  Exclude<
    JoinedMethod,
    | 'createAccessToken'
    | 'createDashboardSession'
    | 'createOrganization'
    | 'findMembersByEmail'
    | 'query'
    | 'recordAudit'
    | 'searchObjects'
    | `list${string}`
  >
>;

export function joinedWork(cells: readonly [OpenCell, ...OpenCell[]], directory: CellDirectory): JoinedWork {
  const [first] = cells;
  /** Calls every cell, also after one has failed; then rejects. */
  async function all<Result>(call: (store: Store, cell: OpenCell) => Promise<Result>): Promise<Result[]> {
    const outcomes = await Promise.allSettled(cells.map((cell) => call(cell.store, cell)));
    return outcomes.map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    });
  }

  /** Takes from cell after cell until there are `limit` items. */
  async function take<Item>(
    limit: number,
    call: (store: Store, rest: number) => Promise<readonly Item[]>,
  ): Promise<Item[]> {
    const items: Item[] = [];
    for (const { store } of cells) {
      if (items.length < limit) items.push(...(await call(store, limit - items.length)));
    }
    return items;
  }

  /** Makes one call in each cell with the items of its organizations. Rejects only after every other cell has had its items. */
  async function inCells<Item, Result>(
    items: readonly Item[],
    ownerOf: (item: Item) => string,
    call: (store: Store, items: readonly Item[]) => Promise<Result>,
  ): Promise<{ readonly items: readonly Item[]; readonly result: Result }[]> {
    const owners = [...new Set(items.map(ownerOf))];
    const located = await Promise.allSettled(owners.map((id) => directory.locate(id)));
    const cellOfOwner = new Map(owners.map((id, at) => [id, located[at]]));
    const byCell = Map.groupBy(items, (item) => {
      const found = cellOfOwner.get(ownerOf(item));
      return found?.status === 'fulfilled' ? found.value : undefined;
    });
    const calls = [...byCell].map(async ([cell, own]) => cell && { items: own, result: await call(cell.store, own) });
    const called = await Promise.allSettled(calls);
    const failed = [...located, ...called].find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
    return called.flatMap((outcome) => (outcome.status === 'fulfilled' && outcome.value ? [outcome.value] : []));
  }

  /** The same for calls with a result for each item. Returns the results in the order of the items. */
  async function split<Item, Result>(
    items: readonly Item[],
    ownerOf: (item: Item) => string,
    call: (store: Store, items: readonly Item[]) => Promise<readonly Result[]>,
  ): Promise<Result[]> {
    const called = await inCells(items, ownerOf, call);
    const results = new Map(called.flatMap(({ items: own, result }) => own.map((item, at) => [item, result[at]])));
    // Every item has a result.
    return items.map((item) => results.get(item) as Result);
  }

  /** Makes one step of a removal, in one cell after the other. `from` and `next` begin with the number of the cell. */
  async function stepThrough<Result extends { readonly next: string | undefined }>(
    from: string | undefined,
    call: (store: Store, step: string | undefined) => Promise<Result>,
  ): Promise<Result> {
    const [, number = String(first.number), step = ''] = /^(\d+):(.*)$/s.exec(from ?? '') ?? [];
    const index = cells.findIndex((cell) => cell.number === Number(number));
    const { store } = cells[index] ?? first;
    const result = await call(store, step || undefined);
    const following = cells[index + 1];
    if (result.next !== undefined) return { ...result, next: `${number}:${result.next}` };
    return { ...result, next: following && `${following.number}:` };
  }

  return {
    checkWrite: async () => void (await all((store) => store.checkWrite())),
    async claimDeliveries({ of, ...claim }) {
      if (!of) return take(claim.limit, (store, limit) => store.claimDeliveries({ ...claim, limit }));
      const claimed = await inCells(
        of,
        (id) => id,
        (store, own) => store.claimDeliveries({ ...claim, of: own }),
      );
      return claimed.flatMap(({ result }) => result);
    },
    claimExpired: (claim) => take(claim.limit, (store, limit) => store.claimExpired({ ...claim, limit })),
    claimReads: (claim) => take(claim.limit, (store, limit) => store.claimReads({ ...claim, limit })),
    claimRuns: async (claim) => (await all((store) => store.claimRuns(claim))).flat(),
    claimTurns: (claim) => take(claim.limit, (store, limit) => store.claimTurns({ ...claim, limit })),
    async endIncidents() {
      // A cell that is unavailable keeps its incidents for the next call. What another cell has removed must reach the caller.
      const ended = await Promise.allSettled(cells.map(({ store }) => store.endIncidents()));
      return ended.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
    },
    endTurns: (turns) =>
      split(
        turns,
        (turn) => turn.organization_id,
        (store, own) => store.endTurns(own),
      ),
    async findNextDue() {
      const due = await all((store) => store.findNextDue());
      return { runs: earliest(due.map(({ runs }) => runs)), expiries: earliest(due.map(({ expiries }) => expiries)) };
    },
    findNextRead: async () => earliest(await all((store) => store.findNextRead())),
    async findNextTurns() {
      const turns = await all((store) => store.findNextTurns());
      return { quick: earliest(turns.map(({ quick }) => quick)), slow: earliest(turns.map(({ slow }) => slow)) };
    },
    // Every cell is sealed with the same key; a start checks it in each.
    findSealedCheck: () => first.store.findSealedCheck(),
    replaceSealedCheck: async (value) => void (await all((store) => store.replaceSealedCheck(value))),
    async giveBackDeliveries({ deliveries, lease_token }) {
      await inCells(
        deliveries,
        (delivery) => delivery.organization_id,
        (store, own) => store.giveBackDeliveries({ deliveries: own, lease_token }),
      );
    },
    async readMigration() {
      const states = await all((store) => store.readMigration());
      const oldest = states.reduce((older, state) => (state.database < older.database ? state : older));
      return { ...oldest, serves: states.every(({ serves }) => serves) };
    },
    async readResources() {
      const used = await all((store) => store.readResources());
      const connections = used.flatMap((each) => each.connections ?? []);
      return {
        engine: 'postgres',
        database_bytes: sum(used.map((each) => each.database_bytes)),
        wal_bytes: used.some(({ wal_bytes }) => wal_bytes === null)
          ? null
          : sum(used.map((each) => each.wal_bytes ?? 0)),
        disk_free_bytes: null,
        connections: {
          active: sum(connections.map(({ active }) => active)),
          idle: sum(connections.map(({ idle }) => idle)),
          waiting: sum(connections.map(({ waiting }) => waiting)),
          maximum: sum(connections.map(({ maximum }) => maximum)),
        },
        last_backup: null,
      };
    },
    async readRunAges(at) {
      const ages = await all((store) => store.readRunAges(at));
      const capped = (counts: readonly number[]) => Math.min(maxStuckCounted, sum(counts));
      return {
        oldest_run: earliest(ages.map(({ oldest_run }) => oldest_run)),
        oldest_processing: earliest(ages.map(({ oldest_processing }) => oldest_processing)),
        oldest_payment: earliest(ages.map(({ oldest_payment }) => oldest_payment)),
        stuck_failing: capped(ages.map(({ stuck_failing }) => stuck_failing)),
        stuck_pending: capped(ages.map(({ stuck_pending }) => stuck_pending)),
      };
    },
    async readWorkload(now) {
      const work = await all((store) => store.readWorkload(now));
      return {
        due_deliveries: Math.min(maxCounted, sum(work.map(({ due_deliveries }) => due_deliveries))),
        oldest_due_delivery: earliest(work.map(({ oldest_due_delivery }) => oldest_due_delivery)),
        due_runs: Math.min(maxCounted, sum(work.map(({ due_runs }) => due_runs))),
        oldest_transaction_seconds: Math.max(
          ...work.map(({ oldest_transaction_seconds }) => oldest_transaction_seconds),
        ),
      };
    },
    readyRuns: async (due) => sum(await all((store) => store.readyRuns(due))),
    recordAttempts: (outcomes) =>
      split(
        outcomes,
        ({ delivery }) => delivery.organization_id,
        (store, own) => store.recordAttempts(own),
      ),
    async recordKeyUses(uses) {
      await all(async (store, cell) => {
        // A key without a number that this process does not remember may be in every cell.
        const own = uses.filter(({ id }) => (directory.find(id) ?? cell) === cell);
        if (own.length > 0) await store.recordKeyUses(own);
      });
    },
    async removeBookingCalls(removal) {
      const steps = await all((store) => store.removeBookingCalls(removal));
      return { removed: sum(steps.map(({ removed }) => removed)), hasMore: steps.some(({ hasMore }) => hasMore) };
    },
    removeDashboardSessions: async (removal) => sum(await all((store) => store.removeDashboardSessions(removal))),
    removeHistory: ({ from, ...removal }) =>
      stepThrough(from, (store, step) => store.removeHistory({ ...removal, from: step })),
    removeRequests: ({ from, ...removal }) =>
      stepThrough(from, (store, step) => store.removeRequests({ ...removal, from: step })),
    async recordRequests(requests) {
      await inCells(
        requests,
        ({ organization_id }) => organization_id,
        (store, own) => store.recordRequests(own),
      );
    },
  };
}

/** Instants in the form of ISO 8601 sort as texts. */
function earliest(instants: readonly (string | null)[]): string | null {
  return instants.filter((instant) => instant !== null).toSorted()[0] ?? null;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((left, right) => left + right, 0);
}
