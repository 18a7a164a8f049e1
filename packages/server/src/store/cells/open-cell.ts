/**
 * One cell as a store that may be unavailable. The other cells have pools and circuits of their own, so they see nothing of it:
 *  1. A cell that cannot be reached at the start is opened later, by a call.
 *  2. A call that cannot reach the database opens the circuit: calls fail immediately, without a wait for a connection.
 *  3. Every second one call passes. When it succeeds, the circuit closes.
 */
import { BusyError, StoreError } from '@booking-service/kernel/store/store-errors';
import type { OpenCell, Store } from '../store.ts';
import { auditedMethods, type AuditedMethod, type AuditedParts } from '../admin-store.ts';
import { methodNames, type StoreMethods } from './cell-routes.ts';

export interface CellToOpen<Opened extends AsyncDisposable> {
  /** Stands in messages, lists and metrics. */
  readonly name: string;
  /** From 1 to 999. It is part of new names, so it never changes. */
  readonly number: number;
  /** Opens its store. Throws an UnreachableError if the database does not respond, and a StoreError if it cannot be used. */
  readonly open: () => Promise<Opened>;
}

/** Thrown by `open` while the database does not respond. */
export class UnreachableError extends StoreError {}

const retry_ms = 1_000;

interface Circuit {
  /** The time from which the next call passes, although the last one failed; undefined while the cell responds. */
  retry_at: number | undefined;
}

/** Opens the cell, or returns it unopened if its database does not respond. Throws any other StoreError. */
export async function openCell(
  { name, number, open }: CellToOpen<Store>,
  { onUnreachable }: { readonly onUnreachable: (error: UnreachableError) => void },
): Promise<OpenCell> {
  const circuit: Circuit = { retry_at: undefined };
  let opened: Store | undefined;
  let opening: Promise<Store> | undefined;
  let isClosed = false;

  async function openNow(): Promise<Store> {
    try {
      opened = await open();
    } finally {
      opening = undefined;
    }
    const store = opened;
    if (isClosed) await store[Symbol.asyncDispose]();
    else for (const watch of watches) watch.end = store.watchRuns?.(watch.wake);
    return store;
  }

  /** The watches of runs. Those from before the cell was opened begin then. */
  const watches = new Set<{ readonly wake: WakeRuns; end: (() => void) | undefined }>();

  async function call<Result>(make: (store: Store) => Promise<Result>): Promise<Result> {
    const now = performance.now();
    if (circuit.retry_at !== undefined) {
      if (now < circuit.retry_at) throw new BusyError(undefined, { code: 'database_unreachable', cell: name });
      circuit.retry_at = now + retry_ms;
    }
    try {
      const result = await make(opened ?? (await (opening ??= openNow())));
      circuit.retry_at = undefined;
      return result;
    } catch (cause) {
      const code =
        cause instanceof BusyError ? cause.code : cause instanceof StoreError ? 'database_unreachable' : undefined;
      if (code === undefined) throw cause;
      // Every other code is the response of a database that is busy or full.
      circuit.retry_at = code === 'database_unreachable' ? performance.now() + retry_ms : undefined;
      throw new BusyError(undefined, { code, cell: name, cause });
    }
  }

  const methods = Object.fromEntries(
    methodNames.map((method) => [
      method,
      // The method gets the arguments of the call and returns its own result.
      (...args: readonly unknown[]) => call((store) => (store[method] as AnyMethod).apply(store, [...args])),
    ]),
  ) as unknown as StoreMethods;

  const store: Store = {
    ...methods,
    audited: (entry) =>
      Object.fromEntries(
        // The keys of the table are the methods.
        (Object.keys(auditedMethods) as AuditedMethod[]).map((method) => [
          method,
          (...args: readonly unknown[]) => call((inside) => (inside.audited(entry)[method] as AnyMethod)(...args)),
        ]),
      ) as unknown as AuditedParts,
    watchRuns(wake) {
      const watch = { wake, end: opened?.watchRuns?.(wake) };
      watches.add(watch);
      return () => {
        watches.delete(watch);
        watch.end?.();
      };
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await opening?.catch(() => undefined);
      await opened?.[Symbol.asyncDispose]();
    },
  };
  try {
    await (opening = openNow());
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    onUnreachable(error);
    circuit.retry_at = performance.now() + retry_ms;
  }
  return { name, number, store };
}

type WakeRuns = Parameters<NonNullable<Store['watchRuns']>>[0];
type AnyMethod = (...args: readonly unknown[]) => Promise<unknown>;
