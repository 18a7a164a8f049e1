import { createHash } from 'node:crypto';
import type { NewId } from '@booking-service/kernel/contract';
import type { Clock } from '@booking-service/kernel/time';
import { limits, type OperationId } from '@booking-service/contract';
import type { DeliveryDelays } from '../domain/booking.ts';
import type { ModificationResult } from '../domain/run-schedule.ts';
import type { NewCode } from '../domain/session.ts';
import type { Observer } from '../log/observer.ts';
import type { PortsOf } from '../providers/ports.ts';
import type { Caller, ClaimedRun, Lease, RunOf, RunPlace, Store, StoredBooking } from '../store/store.ts';
import { Refusal } from '../domain/contract.ts';
import type { Listed, ListPage } from '../store/lists/list-page.ts';

/** The dependencies of the operations. Each operation destructures the ones that it uses. */
export interface OperationContext {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly newId: NewId;
  readonly newCode: NewCode;
  readonly observer: Pick<Observer, 'replayed'>;
  readonly portsOf: PortsOf;
  readonly deliveryDelays?: DeliveryDelays | undefined;
  readonly runs: {
    /** Polls for due runs of the organization's cell immediately, unless the provider is given and has no place for another run of it. */
    wake(run: Pick<RunPlace, 'organization_id'> & Partial<RunPlace>): void;
    /** Sends the new webhooks of the organization, if the worker does not wait for its next tick. */
    wakeDeliveries(organization_id: string): void;
    /** Executes the run of this booking immediately. Resolves when it ends; never rejects. */
    runNow(run: RunOf): Promise<void>;
    /** Returns a lease for a run that the request itself executes. */
    newLease(): Lease;
    /** Executes a modification whose run was stored under such a lease. Undefined if the provider does not respond. */
    modifyNow(run: ClaimedRun, stored: StoredBooking): Promise<ModificationResult | undefined>;
  };
}

// Reads a page of a list of the public contract. Its cursor is the cursor of the store behind a digest of everything that it belongs to:
// the operation, the organization, the environment and the filters. So a changed cursor is refused, and so is one of another list or of
// other filters (END-16). The digest has no secret, because a cursor only selects a place in the organization's own list.

/** The parameters of a list: its page, and its filters. */
interface ListQuery {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** A list in pages (END-13). */
interface ListBody<Row> {
  readonly object: 'list';
  readonly data: Row[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

interface PublicList<Row> {
  readonly operationId: OperationId;
  /** Returns whether the text has the form of a cursor of the store. */
  readonly isCursor: (text: string) => boolean;
  readonly read: (page: ListPage) => Promise<Listed<Row>>;
}

const tagLength = 16;

/** Returns the page that the query names. Throws invalid_request for a cursor that is not one of this list with these filters. */
export async function readList<Row>(
  { cursor, limit = limits.page.default, ...filters }: ListQuery,
  { organization, key }: Caller,
  { operationId, isCursor, read }: PublicList<Row>,
): Promise<ListBody<Row>> {
  const sorted = Object.entries(filters).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const tagOf = (place: string): string =>
    createHash('sha256')
      .update(JSON.stringify([operationId, organization.id, key.mode, sorted, place]))
      .digest('base64url')
      .slice(0, tagLength);
  const place = cursor?.slice(tagLength);
  if (place !== undefined && (!isCursor(place) || cursor !== tagOf(place) + place)) throw foreignCursor();
  const { rows, next } = await read({ cursor: place, limit });
  const next_cursor = next === null ? null : tagOf(next) + next;
  return { object: 'list', data: [...rows], has_more: next !== null, next_cursor };
}

function foreignCursor(): Refusal {
  const details = [
    { in: 'query', path: 'cursor', message: 'is not a next_cursor of this list with these filters' },
  ] as const;
  return new Refusal('invalid_request', { details });
}
