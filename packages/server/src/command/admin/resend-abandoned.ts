import { createRequiredFlag, jsonFlag, organizationFlag } from '../create-flag.ts';
import { defineCommand, type CreateCommand } from '../define-command.ts';
import { time } from '../settings/value-parsers.ts';
import { openAdmin } from './open-admin.ts';

/** booking-service delivery resend-abandoned (DLV-10): runs its operation until no delivery is left. */
export const resendAbandoned: CreateCommand = defineCommand<{
  readonly org: string;
  readonly since: string;
  readonly json?: true;
}>({
  name: 'resend-abandoned',
  summary: 'Schedules one more attempt of every abandoned delivery since a time',
  example: '--org org_0123456789abcdef0123456789abcdef --since 2026-11-21T00:00:00Z',
  flags: [
    organizationFlag('the organization of the deliveries'),
    createRequiredFlag('--since <TIME>', 'only deliveries of events from this time', time),
    jsonFlag,
  ],
  settings: ['data', 'database', 'cells', 'as', 'retention_days'],
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
