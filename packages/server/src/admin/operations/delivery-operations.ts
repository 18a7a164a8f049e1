import { delivery as contract } from '@booking-service/contract';
import {
  adminLimits,
  type AdminRequest,
  type Attempt,
  type Delivery,
  type DeliveryCount,
  type DeliveryCounts,
  type DeliveryList,
  type DeliveryStatistics,
  type ResendSelection,
  type ResentDeliveries,
  type ListedAttempt as ShownListedAttempt,
  type ListedDelivery as ShownListedDelivery,
} from '@booking-service/contract/admin';
import { type EveryField, requireAllTaken } from '@booking-service/kernel/contract';
import { type HourCounts, keptSince, mayBeRemoved } from '@booking-service/kernel/store';
import type { DeliveryRecord, ListedAttempt, ListedDelivery, StoredAttempt } from '../../store/lists/delivery-lists.ts';
import { listMatching, toTimes } from '../../store/lists/list-page.ts';
import { deliveryFilters, matcherOf } from '../../store/lists/list-filters.ts';
import { isIdCursor } from '../../store/lists/list-ranges.ts';
import { type AdminContext, type AdminHandlers, AdminRefusal, toAuditEntry } from '../admin-context.ts';
import { defaultLimit, inBody, requireCursor, toListBody } from './lists.ts';

type DeliveryOperation =
  | 'listDeliveries'
  | 'getDelivery'
  | 'resendDelivery'
  | 'countDeliveries'
  | 'resendDeliveries'
  | 'deleteAttemptResponse';

/** The attempts of a delivery in one response. */
const maxAttempts = 50;
/** The maximum deliveries of a request and its number of transactions, so that each is short. */
const maxOfStep = 100;
const maxSteps: number = Math.ceil(adminLimits.resent_deliveries / maxOfStep);
const maxCounted: number = adminLimits.counted_deliveries;

/** The operations on the deliveries of an organization (DLV-7, DLV-10). */
export function deliveryOperations({
  store,
  clock,
  retention_days = contract.retention_days,
  old_events,
}: Pick<AdminContext, 'store' | 'clock' | 'retention_days' | 'old_events'>): Pick<AdminHandlers, DeliveryOperation> {
  /** Returns the refusal for a delivery that is not stored: it may have been removed because of its age (DLV-14). */
  function missing(id: string): AdminRefusal {
    const since = keptSince(clock.now(), { retention_days });
    if (!mayBeRemoved(id, since)) return new AdminRefusal('not_found', `No delivery has the id ${id}.`);
    const place = old_events === 'archive' ? 'are removed when they are in the archive' : 'are removed';
    const message = `Deliveries of events from before ${since.toISOString()} ${place}, so ${id} is no longer stored.`;
    return new AdminRefusal('removed', message);
  }

  return {
    async listDeliveries({ path: { organization_id }, query }) {
      const { limit = defaultLimit, cursor: given, created_from, created_before, booking_id, ...filter } = query;
      const cursor = requireCursor(given, (text) => isIdCursor('dlv', text));
      const times = toTimes({ created_from, created_before });
      const listed = await listMatching<ListedDelivery>(
        { limit, cursor, matches: matcherOf(deliveryFilters, filter) },
        (page) => store.listDeliveries({ organization_id, subject_id: booking_id, ...filter, ...times, ...page }),
        ({ id }) => id,
      );
      const removed_before = keptSince(clock.now(), { retention_days }).toISOString();
      const body = { ...toListBody(listed, toShownListed), removed_before };
      return { status: 200, body: body satisfies EveryField<DeliveryList> };
    },
    async getDelivery({ path: { organization_id, delivery_id: id }, query: { before_attempt } }) {
      const found = await store.findDelivery({ organization_id, id }, { attempts: maxAttempts, before_attempt });
      if (!found) throw missing(id);
      return { status: 200, body: toShown(found) };
    },
    async resendDelivery({ path: { organization_id, delivery_id: id } }, caller) {
      const now = clock.now();
      const entry = toAuditEntry({ action: 'resendDelivery', organization_id, target: id }, { caller, now });
      const found = await store.audited(entry).resendDelivery({ organization_id, id }, now);
      if (!found) throw missing(id);
      if (!found.resent)
        throw new AdminRefusal('invalid_state', `Delivery ${id} is due already. The worker sends it at its next tick.`);
      return { status: 200, body: toShownListed(found.delivery) };
    },
    async countDeliveries({ path: { organization_id }, query }) {
      const deliveries = await store.countDeliveries({ organization_id, ...toSelection(query), max: maxCounted });
      return { status: 200, body: { object: 'delivery_count', deliveries } satisfies EveryField<DeliveryCount> };
    },
    async resendDeliveries({ path: { organization_id }, body: { cursor: given, ...wanted } }, caller) {
      const now = clock.now();
      const selection = toSelection(wanted);
      let cursor = requireCursor(given, (text) => isIdCursor('dlv', text), inBody);
      let [resent, next]: [number, string | null] = [0, null];
      for (let step = 0; step < maxSteps; step += 1) {
        const action = { action: 'resendDeliveries', organization_id, details: wanted } as const;
        const audited = store.audited(toAuditEntry(action, { caller, now }));
        const done = await audited.resendDeliveries({ organization_id, ...selection, now, cursor, limit: maxOfStep });
        resent += done.resent;
        next = done.next;
        if (next === null) break;
        cursor = next;
      }
      const body = { object: 'resent_deliveries', resent, has_more: next !== null, next_cursor: next } as const;
      return { status: 200, body: body satisfies EveryField<ResentDeliveries> };
    },
    async deleteAttemptResponse({ path: { organization_id, delivery_id: id, attempt: text } }, caller) {
      const [attempt, now] = [Number(text), clock.now()];
      const action = { action: 'deleteAttemptResponse', organization_id, target: id, details: { attempt } } as const;
      const audited = store.audited(toAuditEntry(action, { caller, now }));
      const found = await audited.deleteAttemptResponse({ organization_id, id, attempt }, now);
      if (found) return { status: 200, body: toShownAttempt(found.attempt) };
      const delivery = await store.findDelivery({ organization_id, id }, { attempts: 1 });
      if (!delivery) throw missing(id);
      throw new AdminRefusal('not_found', `Delivery ${id} has no attempt ${attempt}.`);
    },
  };
}

/** Returns the deliveries that a request selects. */
function toSelection({
  state = 'abandoned',
  event_type,
  status_class,
  created_from,
  created_before,
  ...rest
}: AdminRequest<'countDeliveries'>['query'] & Partial<Omit<ResendSelection, 'cursor'>>) {
  requireAllTaken(rest);
  return { state, event_type, status_class, ...toTimes({ created_from, created_before }) };
}

/** Returns an attempt of a list as the contract shows it. */
export function toShownListedAttempt(attempt: ListedAttempt): ShownListedAttempt {
  return attempt satisfies EveryField<ShownListedAttempt>;
}

function toShownAttempt(attempt: StoredAttempt): Attempt {
  return attempt satisfies EveryField<Attempt>;
}

function toShownListed({ subject_id, last_attempt, ...delivery }: ListedDelivery): ShownListedDelivery {
  return {
    object: 'delivery',
    booking_id: subject_id,
    ...delivery,
    last_attempt: last_attempt && toShownListedAttempt(last_attempt),
  } satisfies EveryField<ShownListedDelivery>;
}

function toShown({ subject_id, attempts, has_earlier_attempts, ...delivery }: DeliveryRecord): Delivery {
  return {
    object: 'delivery',
    booking_id: subject_id,
    ...delivery,
    attempts: attempts.map(toShownAttempt),
    earlier_attempts_before: has_earlier_attempts ? (attempts[0]?.attempt ?? null) : null,
  } satisfies EveryField<Delivery>;
}

const hour_ms = 3_600_000;
const buckets = {
  hour: { length_ms: hour_ms, shown: adminLimits.statistics.hours },
  day: { length_ms: 24 * hour_ms, shown: adminLimits.statistics.days },
} as const;
const maxBuckets: number = adminLimits.statistics.max;

/** The operation that returns the counts of attempts over time. */
export function deliveryStatistics({
  store,
  clock,
  retention_days = contract.retention_days,
}: Pick<AdminContext, 'store' | 'clock' | 'retention_days'>): Pick<AdminHandlers, 'getDeliveryStatistics'> {
  return {
    async getDeliveryStatistics({ path: { organization_id }, query: { bucket = 'hour', ...times } }) {
      const now = clock.now();
      const parts = splitTime(bucket, { ...toTimes(times), now });
      const [first, last] = [parts[0], parts.at(-1)];
      const hours =
        first && last ? await store.readDeliveryCounts({ organization_id, from: first.from, before: last.before }) : [];
      const data = parts.map(({ from, before }): DeliveryCounts => {
        const own = hours.filter(({ at }) => at >= from && at < before);
        return { from: from.toISOString(), before: before.toISOString(), ...sumHours(own) };
      });
      const failing_since = await store.readFailingSince(organization_id);
      const removed_before = keptSince(now, { retention_days }).toISOString();
      const body = { object: 'delivery_statistics', data, failing_since, removed_before } as const;
      return { status: 200, body: body satisfies EveryField<DeliveryStatistics> };
    },
  };
}

/** Returns the whole hours or days, in UTC, that have a part of the time. */
function splitTime(
  bucket: keyof typeof buckets,
  { from, before, now }: { from: Date | undefined; before: Date | undefined; now: Date },
): { from: Date; before: Date }[] {
  const { length_ms, shown } = buckets[bucket];
  const last = Math.ceil((before?.getTime() ?? now.getTime() + 1) / length_ms);
  const first = from === undefined ? last - shown : Math.floor(from.getTime() / length_ms);
  if (last - first > maxBuckets) {
    const message = `The time has ${last - first} parts. Use a later created_from, an earlier created_before or longer parts: at most ${maxBuckets}.`;
    throw new AdminRefusal('invalid_request', message);
  }
  const at = (index: number) => new Date(index * length_ms);
  return Array.from({ length: Math.max(0, last - first) }, (_, index) => ({
    from: at(first + index),
    before: at(first + index + 1),
  }));
}

type Sums = Pick<DeliveryCounts, 'succeeded' | 'failed' | 'abandoned' | 'status_classes' | 'mean_ms' | 'slowest_ms'>;

function sumHours(hours: readonly HourCounts[]): Sums {
  const sum = (count: (hour: HourCounts) => number) => hours.reduce((total, hour) => total + count(hour), 0);
  const no_response = sum(({ status_classes: classes }) => classes.no_response);
  const [succeeded, failed] = [sum((hour) => hour.succeeded), sum((hour) => hour.failed)];
  const responses = succeeded + failed - no_response;
  return {
    succeeded,
    failed,
    abandoned: sum(({ abandoned }) => abandoned),
    status_classes: {
      '2xx': sum(({ status_classes: classes }) => classes['2xx']),
      '3xx': sum(({ status_classes: classes }) => classes['3xx']),
      '4xx': sum(({ status_classes: classes }) => classes['4xx']),
      '5xx': sum(({ status_classes: classes }) => classes['5xx']),
      other: sum(({ status_classes: classes }) => classes.other),
      no_response,
    },
    mean_ms: responses === 0 ? null : Math.round(sum(({ responded_ms }) => responded_ms) / responses),
    slowest_ms: responses === 0 ? null : Math.max(...hours.map(({ slowest_ms }) => slowest_ms)),
  };
}
