import { setTimeout as pause } from 'node:timers/promises';
import { keptSince } from '../domain/retention.ts';
import { jsonFlag } from './create-flag.ts';
import { defineCommand, type CreateCommand } from './define-command.ts';
import { openHistory } from './open-store.ts';

/** Between two steps, for the requests of a running service. */
const pause_ms = 20;

export const maintain: CreateCommand = defineCommand<{ readonly json?: true }>({
  name: 'maintain',
  summary: 'Removes old events, with their deliveries and attempts',
  details:
    'You can use it while the service runs. The service removes old events by itself every hour. Pending deliveries and their events are kept. Bookings and idempotency keys are kept forever (docs/running.md).',
  example: '--retention-days 30 --data /var/lib/booking-service',
  flags: [jsonFlag],
  settings: ['data', 'database', 'retention_days'],
  async run({ settings, flags: { json } }) {
    const now = new Date();
    const before = keptSince(now, settings);
    await using store = await openHistory(settings);
    let events = 0;
    for (let from: string | undefined, isFirst = true; isFirst || from !== undefined; isFirst = false) {
      const removed = await store.removeHistory({ now, before, from });
      events += removed.events;
      from = removed.next;
      if (from !== undefined) await pause(pause_ms);
    }
    if (json) return JSON.stringify({ events, before: before.toISOString() }, null, 2);
    const age = `from before ${before.toISOString()}`;
    if (events === 0) return `Nothing to remove: all events ${age} are removed, or have a pending delivery.`;
    return `Removed ${events} ${events === 1 ? 'event' : 'events'} ${age}, with their deliveries and attempts.`;
  },
});
