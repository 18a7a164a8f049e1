/** Requests for tests of moves: clients create bookings under idempotency keys, and repeat what is refused. */
import type { Booking } from '@booking-service/contract';
import { expect } from 'vitest';
import { eventually } from '../../support/processes/server-process.ts';
import type { CellName, CellService, Response } from '../cells/open-cells.ts';

/** The bookings that the clients create beyond those that a test waits for. So on a slow machine the load ends, and the test with it. */
const ahead = 200;

export interface Load {
  readonly created: ReadonlySet<string>;
  /** The refusals with 503, by error code. */
  readonly refused: ReadonlyMap<string, number>;
  /** Waits until the clients have created this many more bookings. */
  more(bookings: number): Promise<void>;
  /** Ends the clients. Rejects if a response was neither a booking nor a 503. */
  end(): Promise<void>;
}

/** Starts clients of the organization that was created in the cell. Default: the first. */
export function startLoad(
  { book }: Pick<CellService, 'book'>,
  { clients = 3, cell = 'one' }: { readonly clients?: number; readonly cell?: CellName } = {},
): Load {
  const created = new Set<string>();
  const refused = new Map<string, number>();
  let orders = 0;
  let allowed = ahead;
  let allowing = Promise.withResolvers<void>();
  const ending = new AbortController();

  async function create(idempotency_key: string): Promise<void> {
    for (;;) {
      const { status, body }: Response<Booking & { readonly error_code?: string }> = await book(cell, idempotency_key);
      if (status !== 503) {
        expect([200, 201]).toContain(status);
        expect(created).not.toContain(body.id);
        created.add(body.id);
        return;
      }
      const code = String(body.error_code);
      refused.set(code, (refused.get(code) ?? 0) + 1);
    }
  }

  async function client(): Promise<void> {
    while (!ending.signal.aborted) {
      if (orders < allowed) await create(`order-${(orders += 1)}`);
      else await allowing.promise;
    }
  }

  function allow(bookings: number): void {
    allowed = bookings;
    allowing.resolve();
    allowing = Promise.withResolvers();
  }

  const running = Promise.all(Array.from({ length: clients }, client));
  // `end` reports it.
  running.catch(() => undefined);
  return {
    created,
    refused,
    async more(bookings) {
      const enough = created.size + bookings;
      allow(enough + ahead);
      await Promise.race([
        running,
        eventually(
          async () => created.size,
          (size) => size >= enough,
        ),
      ]);
    },
    async end() {
      ending.abort();
      allow(allowed);
      await running;
    },
  };
}

/**
 * Waits until each booking is confirmed and its two events have arrived. Each must arrive once, except where a database is killed: the outcome of
 * an attempt may be lost, and the webhook is sent again (DLV-6).
 */
export async function untilDelivered(
  { call, receivedOf }: Pick<CellService, 'call' | 'receivedOf'>,
  key: string,
  created: ReadonlySet<string>,
  { repeats = false }: { readonly repeats?: boolean } = {},
): Promise<void> {
  for (const id of created)
    await eventually(
      () => call<Booking>(key, `GET /v1/bookings/${id}`),
      ({ body }) => body.status === 'confirmed',
    );
  await eventually(
    async () => [...created].map(receivedOf),
    (events) => events.every((ids) => new Set(ids).size >= 2),
  );
  if (repeats) return;
  for (const id of created) expect([id, ...new Set(receivedOf(id))]).toEqual([id, ...receivedOf(id)]);
  for (const id of created) expect([id, receivedOf(id).length]).toEqual([id, 2]);
}
