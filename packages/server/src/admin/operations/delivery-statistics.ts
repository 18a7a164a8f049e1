import { delivery as contract } from '@booking-service/contract';
import type { DeliveryCounts, DeliveryStatistics } from '@booking-service/contract/admin';
import { setImmediate as turn } from 'node:timers/promises';
import type { EveryField } from '../../domain/every-field.ts';
import { keptSince } from '../../domain/retention.ts';
import { statusClasses, type StatusClass } from '../../domain/status-class.ts';
import type { DeliveryCount, DeliveryState } from '../../store/lists/delivery-lists.ts';
import type { AdminContext } from '../admin-context.ts';
import type { AdminHandlers } from '../admin-handlers.ts';
import { AdminRefusal } from '../admin-refusal.ts';
import { toTimes } from './list-body.ts';

const hour_ms = 3_600_000;
const buckets = {
  hour: { length_ms: hour_ms, shown: 24 },
  day: { length_ms: 24 * hour_ms, shown: 30 },
} as const;
const maxBuckets = 48;
/** How many deliveries are counted in one part of the time, so that a count takes about a millisecond. */
const maxCounted = 2_000;

/** The operation that counts deliveries over time. */
export function deliveryStatistics({
  store,
  clock,
  retention_days = contract.retention_days,
}: Pick<AdminContext, 'store' | 'clock' | 'retention_days'>): Pick<AdminHandlers, 'getDeliveryStatistics'> {
  return {
    async getDeliveryStatistics({ path: { organization_id }, query: { bucket = 'hour', ...times } }) {
      const now = clock.now();
      const data: DeliveryCounts[] = [];
      for (const { from, before } of splitTime(bucket, { ...toTimes(times), now })) {
        const counts = await store.countDeliveries({ organization_id, from, before, limit: maxCounted });
        data.push({ from: from.toISOString(), before: before.toISOString(), ...toCounts(counts) });
        // The embedded store counts on this thread.
        await turn();
      }
      const removed_before = keptSince(now, { retention_days }).toISOString();
      const body = { object: 'delivery_statistics', data, removed_before } as const;
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

function toCounts(counts: readonly DeliveryCount[]): Omit<DeliveryCounts, 'from' | 'before'> {
  const sum = (fits: (count: DeliveryCount) => boolean) =>
    counts.filter(fits).reduce((total, { deliveries }) => total + deliveries, 0);
  const inState = (wanted: DeliveryState) => sum(({ state }) => state === wanted);
  const deliveries = sum(() => true);
  const classes = statusClasses.map((each) => [each, sum(({ status_class }) => status_class === each)] as const);
  return {
    deliveries,
    is_sample: deliveries === maxCounted,
    pending: inState('pending'),
    succeeded: inState('succeeded'),
    abandoned: inState('abandoned'),
    // One entry for each class.
    status_classes: Object.fromEntries(classes) as Record<StatusClass, number>,
  };
}
