/**
 * One cell as a store that may be unavailable. The other cells have pools and circuits of their own, so they see nothing of it. A cell
 * that cannot be reached at the start is opened later, by the first call that reaches it.
 */
import { BusyError, StoreError } from '@booking-service/kernel/store';
import { type AuditedMethod, auditedMethods, type AuditedParts } from '../admin-store.ts';
import type { OpenCell, Store } from '../store.ts';
import { methodNames, type StoreMethods } from './cell-routes.ts';
import type { HomeWatch } from './home-watch.ts';
import { here } from './places.ts';
import { UnreachableError } from './merge-pages.ts';

/** A lost connection alone does not open the circuit. */
const maxFailures = 2;
const retry_ms = 1_000;
/** A call that takes longer is overdue: the database may be on a machine that hangs. */
const overdue_ms = 250;

/** The circuit of one cell. It is open while its database cannot be reached. */
interface CellCircuit {
  /**
   * Makes the call, unless the circuit is open. A BusyError of the call, or of an open circuit, names the cell. The circuit opens when two calls in a
   * row cannot reach the database, or when the database does not respond beside an overdue call. Then one call passes in each second, and the
   * circuit closes when a call succeeds.
   */
  pass<Result>(call: () => Promise<Result>): Promise<Result>;
}

interface CellCircuitOptions {
  /** Returns whether the database responds to a new connection soon. Never throws. */
  readonly responds: () => Promise<boolean>;
  /** Called for each call that did not reach the database, except those that an open circuit refused. */
  readonly onUnreachable: () => void;
}

/** Creates the circuit of the cell with this name, closed. */
function createCellCircuit(cell: string, { responds, onUnreachable }: CellCircuitOptions): CellCircuit {
  let failures = 0;
  let retry_at = 0;
  let isProbing = false;
  /** Each ends an overdue call. Whether its statement was executed is unknown, as after a lost connection. */
  const overdue = new Set<(error: BusyError) => void>();

  async function probe(): Promise<void> {
    if (isProbing) return;
    isProbing = true;
    const isAlive = await responds();
    isProbing = false;
    if (isAlive) return;
    failures = maxFailures;
    for (const end of overdue) end(new BusyError(undefined, { code: 'database_unreachable' }));
  }

  return {
    async pass(call) {
      if (failures >= maxFailures) {
        const now = performance.now();
        if (now < retry_at) throw new BusyError(undefined, { code: 'database_unreachable', cell });
        retry_at = now + retry_ms;
      }
      const { promise: hung, reject: end } = Promise.withResolvers<never>();
      const timer = setInterval(() => {
        overdue.add(end);
        void probe();
      }, overdue_ms);
      try {
        const result = await Promise.race([call(), hung]);
        failures = 0;
        return result;
      } catch (cause) {
        if (!(cause instanceof BusyError)) throw cause;
        const { code } = cause;
        // Every other code is the response of a database that is busy or full.
        failures = code === 'database_unreachable' ? failures + 1 : 0;
        if (failures > 0) onUnreachable();
        retry_at = performance.now() + retry_ms;
        throw new BusyError(undefined, { code, cell, cause });
      } finally {
        clearInterval(timer);
        overdue.delete(end);
      }
    },
  };
}

interface CellToOpen {
  /** Stands in messages, lists and metrics. */
  readonly name: string;
  /** From 1 to 999. It is part of new names, so it never changes. */
  readonly number: number;
  /** Opens its store. Throws an UnreachableError if the database does not respond, and a StoreError if it cannot be used. */
  readonly open: () => Promise<Store>;
  /** See CellCircuitOptions. */
  readonly responds: () => Promise<boolean>;
  /** Each call waits until the cell is admitted. */
  readonly homes: Pick<HomeWatch, 'admit' | 'isAdmitted' | 'lose'>;
}

/** Opens the cell, or returns it unopened if its database does not respond. Throws any other StoreError. */
export async function openCell(
  { name, number, open, responds, homes }: CellToOpen,
  { onUnreachable }: { readonly onUnreachable: (error: UnreachableError) => void },
): Promise<OpenCell> {
  const circuit = createCellCircuit(name, { responds, onUnreachable: () => homes.lose(name) });
  /** The watches of runs. Those from before the cell was opened begin then. */
  const watches = new Set<{ readonly wake: WakeRuns; end: (() => void) | undefined }>();
  let opened: Store | undefined;
  let opening: Promise<Store> | undefined;

  async function openNow(): Promise<Store> {
    try {
      const store = await open();
      opened = store;
      for (const watch of watches) watch.end = store.watchRuns?.(watch.wake);
      return store;
    } finally {
      opening = undefined;
    }
  }

  /** Opens it for a call. What the start would refuse is the reason of a BusyError, because the service is running. */
  async function openLate(): Promise<Store> {
    try {
      return await (opening ??= openNow());
    } catch (cause) {
      throw cause instanceof StoreError ? new BusyError(cause.message, { code: 'database_unreachable', cause }) : cause;
    }
  }

  function use<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
    return circuit.pass(async () => {
      const store = opened ?? (await openLate());
      if (!homes.isAdmitted(name)) await homes.admit(name);
      return work(store);
    });
  }
  const call = (make: (store: Store) => AnyMethod, args: readonly unknown[]) => use(async (of) => make(of)(...args));

  const methods = methodNames.map((method) => [
    method,
    (...args: readonly unknown[]) => call((of) => of[method] as AnyMethod, args),
  ]);
  const store: Store = {
    // Each method of the port passes its arguments on, and returns the result of the opened store.
    ...(Object.fromEntries(methods) as StoreMethods),
    audited(entry) {
      // The keys of the table are the methods.
      const audited = (Object.keys(auditedMethods) as AuditedMethod[]).map((method) => [
        method,
        (...args: readonly unknown[]) => call((of) => of.audited(entry)[method] as AnyMethod, args),
      ]);
      return Object.fromEntries(audited) as AuditedParts;
    },
    findPlace: (of) => use(async (from) => from.findPlace?.(of) ?? here),
    isDraining: () => use(async (from) => from.isDraining?.() ?? false),
    watchRuns(wake) {
      const watch = { wake, end: opened?.watchRuns?.(wake) };
      watches.add(watch);
      return () => {
        watches.delete(watch);
        watch.end?.();
      };
    },
    async [Symbol.asyncDispose]() {
      await opening?.catch(() => undefined);
      await opened?.[Symbol.asyncDispose]();
    },
  };
  try {
    await (opening = openNow());
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    onUnreachable(error);
  }
  return { name, number, store };
}

type WakeRuns = Parameters<NonNullable<Store['watchRuns']>>[0];
type AnyMethod = (...args: readonly unknown[]) => Promise<unknown>;
