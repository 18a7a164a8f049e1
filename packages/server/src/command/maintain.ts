import { setTimeout as pause } from 'node:timers/promises';
import { removeEndedSessions } from '../admin/dashboard/remove-ended-sessions.ts';
import { keptSince } from '../domain/retention.ts';
import { jsonFlag } from './create-flag.ts';
import { defineCommand, type CreateCommand } from './define-command.ts';
import { openUpkeep } from './open-store.ts';

/** Between two steps, for the requests of a running service. */
const pause_ms = 20;

export const maintain: CreateCommand = defineCommand<{ readonly json?: true }>({
  name: 'maintain',
  summary: 'Removes old events, with their deliveries and attempts, and ended sessions of the dashboard',
  details:
    'You can use it while the service runs. The service does this by itself every hour: with old events always, with sessions if it has a dashboard. Pending deliveries and their events are kept. Bookings and idempotency keys are kept forever (docs/running.md).',
  example: '--retention-days 30 --data /var/lib/booking-service',
  flags: [jsonFlag],
  settings: ['data', 'database', 'retention_days'],
  async run({ settings, flags: { json } }) {
    const now = new Date();
    const before = keptSince(now, settings);
    await using store = await openUpkeep(settings);
    let events = 0;
    for (let from: string | undefined, isFirst = true; isFirst || from !== undefined; isFirst = false) {
      const removed = await store.removeHistory({ now, before, from });
      events += removed.events;
      from = removed.next;
      if (from !== undefined) await pause(pause_ms);
    }
    const dashboard_sessions = await removeEndedSessions(store, now);
    if (json) return JSON.stringify({ events, before: before.toISOString(), dashboard_sessions }, null, 2);
    const age = `from before ${before.toISOString()}`;
    const lines: string[] = [];
    if (events > 0)
      lines.push(`Removed ${events} ${events === 1 ? 'event' : 'events'} ${age}, with their deliveries and attempts.`);
    if (dashboard_sessions > 0)
      lines.push(`Removed ended sessions and sign-in links of the dashboard: ${dashboard_sessions}.`);
    return lines.join('\n') || `Nothing to remove: all events ${age} are removed, or have a pending delivery.`;
  },
});
