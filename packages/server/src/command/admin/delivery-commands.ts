import type { ListedDelivery } from '@booking-service/contract/admin';
import { eventTypes, type EventType } from '@booking-service/contract';
import { statusClasses, type StatusClass } from '../../domain/status-class.ts';
import type { DeliveryState } from '../../store/lists/delivery-lists.ts';
import { createFlag, createRequiredFlag, jsonFlag } from '../create-flag.ts';
import { defineCommand, type CommandGroup } from '../define-command.ts';
import { toColumns } from '../to-columns.ts';
import { given, oneOf, organizationFlag, pageFlags, time, timeFlags, type PageFlags } from './list-flags.ts';
import { openAdmin } from './open-admin.ts';

const states: readonly DeliveryState[] = ['pending', 'succeeded', 'abandoned'];
const location = ['data', 'database', 'retention_days'] as const;

interface ListFlags extends PageFlags {
  readonly state?: DeliveryState;
  readonly type?: EventType;
  readonly statusClass?: StatusClass;
  readonly booking?: string;
}

const list = defineCommand<ListFlags>({
  name: 'list',
  summary: 'Lists the webhook deliveries of an organization, newest first',
  example: '--org org_0123456789abcdef0123456789abcdef --state abandoned',
  flags: [
    organizationFlag('the organization of the deliveries'),
    createFlag('--state <STATE>', `only in this state: ${states.join(', ')}`, oneOf(states)),
    createFlag('--type <TYPE>', 'only events of this type, for example booking.failed', oneOf(eventTypes)),
    createFlag(
      '--status-class <CLASS>',
      `only with this last outcome: ${statusClasses.join(', ')}`,
      oneOf(statusClasses),
    ),
    createFlag('--booking <BOOKING>', 'only of this booking', {
      expected: 'an id',
      parse: (text) => text || undefined,
    }),
    ...timeFlags,
    ...pageFlags,
    jsonFlag,
  ],
  settings: location,
  async run({ settings, flags }) {
    await using admin = await openAdmin(settings);
    const query = given({
      state: flags.state,
      event_type: flags.type,
      status_class: flags.statusClass,
      booking_id: flags.booking,
      created_from: flags.from,
      created_before: flags.before,
      limit: flags.limit,
      cursor: flags.cursor,
    });
    const page = await admin.run('listDeliveries', { path: { organization_id: flags.org }, query });
    if (flags.json) return JSON.stringify(page, null, 2);
    const { data, next_cursor, removed_before } = page;
    const kept = `Deliveries from before ${removed_before} are removed, unless they are pending.`;
    if (data.length === 0) return `No deliveries. ${kept}`;
    const head = ['DELIVERY', 'CREATED', 'EVENT', 'BOOKING', 'STATE', 'LAST ATTEMPT', 'NEXT ATTEMPT'];
    const more = next_cursor === null ? kept : `More deliveries follow: --cursor ${next_cursor}`;
    return `${toColumns([head, ...data.map(toRow)])}\n\n${more}`;
  },
});

const show = defineCommand<{ readonly org: string; readonly json?: true }>({
  name: 'show',
  summary: 'Shows a delivery with its request body and its attempts',
  operand: 'DELIVERY',
  example: 'dlv_0123456789abcdef0123456789abcdef --org org_0123456789abcdef0123456789abcdef',
  flags: [organizationFlag('the organization of the delivery'), jsonFlag],
  settings: location,
  async run({ settings, operand, flags }) {
    await using admin = await openAdmin(settings);
    const path = { organization_id: flags.org, delivery_id: operand };
    const delivery = await admin.run('getDelivery', { path });
    if (flags.json) return JSON.stringify(delivery, null, 2);
    const facts = toColumns([
      ['Delivery', delivery.id],
      ['Event', `${delivery.event_id} (${delivery.event_type})`],
      ['Booking', delivery.booking_id],
      ['Created', delivery.created],
      ['State', delivery.state],
      ['Next attempt', delivery.next_attempt_at ?? 'none'],
    ]);
    const attempts = delivery.attempts.map(
      ({ attempt, started, status, error, cause, duration_ms, answer, answer_deleted }) => [
        String(attempt),
        started,
        String(status ?? cause ?? error),
        `${duration_ms} ms`,
        answer_deleted === null ? JSON.stringify(answer ?? '') : `deleted at ${answer_deleted}`,
      ],
    );
    const table = toColumns([['ATTEMPT', 'STARTED', 'OUTCOME', 'DURATION', 'RESPONSE'], ...attempts]);
    return `${facts}\n\n${delivery.request_body}\n\n${attempts.length === 0 ? 'No attempts yet.' : table}`;
  },
});

const resend = defineCommand<{ readonly org: string; readonly json?: true }>({
  name: 'resend',
  summary: 'Schedules one more attempt of a delivery that succeeded or was abandoned',
  operand: 'DELIVERY',
  example: 'dlv_0123456789abcdef0123456789abcdef --org org_0123456789abcdef0123456789abcdef',
  flags: [organizationFlag('the organization of the delivery'), jsonFlag],
  settings: location,
  async run({ settings, operand, flags }) {
    await using admin = await openAdmin(settings);
    const path = { organization_id: flags.org, delivery_id: operand };
    const delivery = await admin.run('resendDelivery', { path });
    if (flags.json) return JSON.stringify(delivery, null, 2);
    return `Delivery ${delivery.id} is pending again. The worker sends it at its next tick.`;
  },
});

const resendAbandoned = defineCommand<{ readonly org: string; readonly since: string; readonly json?: true }>({
  name: 'resend-abandoned',
  summary: 'Schedules one more attempt of every abandoned delivery since a time',
  example: '--org org_0123456789abcdef0123456789abcdef --since 2026-11-21T00:00:00Z',
  flags: [
    organizationFlag('the organization of the deliveries'),
    createRequiredFlag('--since <TIME>', 'only deliveries of events from this time', time),
    jsonFlag,
  ],
  settings: location,
  async run({ settings, flags }) {
    await using admin = await openAdmin(settings);
    const path = { organization_id: flags.org };
    let [resent, cursor]: [number, string | undefined] = [0, undefined];
    do {
      const step: { resent: number; next_cursor: string | null } = await admin.run('resendAbandonedDeliveries', {
        path,
        body: { since: flags.since, ...(cursor !== undefined && { cursor }) },
      });
      resent += step.resent;
      cursor = step.next_cursor ?? undefined;
    } while (cursor !== undefined);
    if (flags.json) return JSON.stringify({ resent }, null, 2);
    const deliveries = resent === 1 ? '1 delivery is' : `${resent} deliveries are`;
    return `${deliveries} pending again. The worker sends them in its next ticks.`;
  },
});

/** booking-service delivery … (DLV-7, DLV-10). */
export const deliveryCommands: CommandGroup = {
  name: 'delivery',
  summary: 'Shows and resends webhook deliveries',
  commands: [list, show, resend, resendAbandoned],
};

function toRow({
  id,
  created,
  event_type,
  booking_id,
  state,
  last_attempt,
  next_attempt_at,
}: ListedDelivery): string[] {
  const outcome = last_attempt
    ? `${last_attempt.attempt}: ${last_attempt.status ?? last_attempt.cause ?? last_attempt.error}`
    : 'none';
  return [id, created, event_type, booking_id, state, outcome, next_attempt_at ?? 'none'];
}
