import { delivery as contract } from '@booking-service/contract';
import { adminLimits, type DeliveryCounts, type DeliveryStatistics } from '@booking-service/contract/admin';
import type { EveryField } from '@booking-service/kernel/contract';
import { type HourCounts, keptSince } from '@booking-service/kernel/store';
import type { AdminContext, AdminHandlers } from '../admin-context.ts';
import { AdminRefusal } from '../admin-refusal.ts';
import { toTimes } from '../../store/lists/list-page.ts';

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
