/** Creates by many concurrent callers, as the service stores them. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Booking } from '@booking-service/contract';
import type { Store } from '@booking-service/server';
import { amount } from '../report.ts';
// @boundaries-ignore the benchmark compares the statement itself, which the library does not export
import { createValues, insertBookings } from '../../packages/server/src/store/bookings/postgres.ts';

export const callers = 32;
/** Number of creates in one round. */
export const creates: number = amount(2_000, 64);

export interface Round {
  readonly per_second: number;
  /** The 99th percentile of the event loop's delay. */
  readonly delay_p99_ms: number;
}

type Creates = Pick<Store, 'createBooking'>;

/** Creates bookings for 32 callers. Each caller sends its next create when the last one is stored. */
export async function measure(store: Creates, organization_id: string): Promise<Round> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let left = creates;
  const caller = async () => {
    while (left > 0) {
      left -= 1;
      // Each request arrives in its own turn of the event loop.
      await turn();
      await create(store, organization_id);
    }
  };
  delay.enable();
  const begun = performance.now();
  await Promise.all(Array.from({ length: callers }, caller));
  const seconds = (performance.now() - begun) / 1000;
  delay.disable();
  return { per_second: creates / seconds, delay_p99_ms: delay.percentile(99) / 1e6 };
}

async function create(store: Creates, organization_id: string): Promise<void> {
  await store.createBooking(newCreate(organization_id));
}

/** The rows that the service stores for one create. */
export function newCreate(organization_id: string): Parameters<Store['createBooking']>[0] {
  const now = new Date().toISOString();
  // Random, as in the service, where the booking's id follows from the caller's idempotency key.
  const booking_id = `bkg_${randomUUID().replaceAll('-', '')}`;
  const [event_id, delivery_id] = [newId('evt'), newId('dlv')];
  const booking: Booking = {
    id: booking_id,
    object: 'booking',
    status: 'processing',
    provider: 'sandbox',
    livemode: true,
    created: now,
    updated: now,
    venue_id: 'ven_harbour_table',
    slot_id: 'slt_harbour_table_20261121T1900',
    party_size: 2,
    guest: { first_name: 'Ada', email: 'ada@diner.test' },
    metadata: {},
  };
  const type = 'booking.created';
  const summary = { id: booking_id, object: 'booking', status: 'processing', provider: 'sandbox' };
  const payload = JSON.stringify({ id: event_id, type, created: now, data: { object: summary } });
  const deliveries = [{ id: delivery_id, due_at: now, attempts_allowed: 4 }];
  return {
    organization_id,
    booking,
    idempotency_key: randomUUID(),
    events: [{ id: event_id, type, created: now, payload, deliveries }],
    run: { step: 1, due_at: now },
  };
}

function newId(prefix: string): string {
  return `${prefix}_${randomUUIDv7().replaceAll('-', '')}`;
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const run = promisify(execFile);

/** Creates by pgbench, with the statement of the store. */
interface Pgbench extends AsyncDisposable {
  /** Creates this many bookings with as many connections as callers. Returns the creates in a second. */
  create(count: number): Promise<number>;
}

export async function hasPgbench(): Promise<boolean> {
  return run('pgbench', ['--version']).then(
    () => true,
    () => false,
  );
}

/** Prepares pgbench: the parameters of one create, with new ids each time. */
export async function preparePgbench({
  url,
  organization_id,
}: {
  url: string;
  organization_id: string;
}): Promise<Pgbench> {
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-bench-'));
  const { booking, events, ...rest } = newCreate(organization_id);
  const [event] = events;
  const [delivery] = event?.deliveries ?? [];
  if (!event || !delivery) throw new Error('A create has an event and its delivery.');
  const values = createValues([{ booking, events, ...rest }]);
  // Each round trip replaces the end of each id with a new number.
  const ids = [booking.id, event.id, delivery.id, rest.idempotency_key ?? ''];
  const parameter = (number: number) => {
    const value = values[number - 1] ?? '';
    const fresh = ids.filter((id) => value.includes(id));
    return fresh.reduce((text, id) => `replace(${text}, '${id.slice(-12)}', :fresh::text)`, `:p${number}::text`);
  };
  const script = join(folder, 'create.sql');
  const text = insertBookings.text.replaceAll(
    /\$(\d+)/g,
    (_, number: string) => `(${parameter(Number(number))})${number === '2' ? '::json' : ''}`,
  );
  await writeFile(script, `\\set fresh random(1, 9000000000000000000)\n${text.replaceAll(/\s*\n\s*/g, ' ')};\n`);
  const given = values.flatMap((value, index) => ['-D', `p${index + 1}=${value}`]);

  return {
    async create(count) {
      const each = Math.ceil(count / callers);
      const how = ['-n', '-M', 'prepared', '-c', String(callers), '-j', '2', '-t', String(each), '-f', script];
      const { stdout } = await run('pgbench', [...how, ...given, url]);
      return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}
