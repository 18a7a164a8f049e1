import { setTimeout as pause } from 'node:timers/promises';
import type { Engine, Place } from '../../growth/engines/place.ts';
import type { Cost, Costs } from '../costs.ts';
import { openService, type Service, type ServiceUse } from './open-service.ts';

const [warmUp, creates, callers] = [1_000, 6_000, 8];
/** The provider of the benchmark confirms at once, so a booking has the events created and confirmed. */
const webhooksEach = 2;

type Used = Record<keyof ServiceUse, number>;

/** Measures each step alone: creates while the worker is stopped, then the work that they left. */
export async function measureCosts(engine: Engine): Promise<Costs> {
  const plain = await measurePhases(await engine.place('costs_plain'), { hasWebhooks: false });
  const sending = await measurePhases(await engine.place('costs_webhooks'), { hasWebhooks: true });
  const extra = (used: keyof ServiceUse) =>
    (sending.create[used] + sending.work[used] - plain.create[used] - plain.work[used]) / webhooksEach;
  return {
    create: toCost(plain.create, 'client_us'),
    run: toCost(plain.work, undefined),
    delivery: toCost(
      {
        instance_us: extra('instance_us'),
        database_us: extra('database_us'),
        wal_bytes: extra('wal_bytes'),
        client_us: 0,
        receiver_us: sending.work.receiver_us / webhooksEach,
      },
      'receiver_us',
    ),
  };
}

async function measurePhases(
  place: Place,
  { hasWebhooks }: { hasWebhooks: boolean },
): Promise<{ create: Used; work: Used }> {
  await using service = await openService(place, { hasWebhooks });
  await createMany(service, warmUp);
  const before = await service.readUsage();
  await createMany(service, creates);
  const created = await service.readUsage();
  await service.start();
  await untilDone(place, service, hasWebhooks ? (warmUp + creates) * webhooksEach : 0);
  const worked = await service.readUsage();
  return { create: perBooking(before, created, creates), work: perBooking(created, worked, warmUp + creates) };
}

async function createMany(service: Service, count: number): Promise<void> {
  let left = count;
  const caller = async () => {
    for (; left > 0; left -= 1) await service.create();
  };
  await Promise.all(Array.from({ length: callers }, caller));
}

async function untilDone(place: Place, service: Service, webhooks: number): Promise<void> {
  for (;;) {
    await pause(200);
    const [row] = await place.query('SELECT count(*) AS runs FROM runs');
    if (Number(row?.['runs']) === 0 && (await service.countWebhooks()) >= webhooks) return;
  }
}

function perBooking(before: ServiceUse, after: ServiceUse, bookings: number): Used {
  const each = (used: keyof ServiceUse) => (after[used] - before[used]) / bookings;
  return {
    instance_us: each('instance_us'),
    database_us: each('database_us'),
    wal_bytes: each('wal_bytes'),
    client_us: each('client_us'),
    receiver_us: each('receiver_us'),
  };
}

function toCost(used: Used, outside: 'client_us' | 'receiver_us' | undefined): Cost {
  return {
    instance_us: Math.round(used.instance_us),
    database_us: Math.round(used.database_us),
    wal_bytes: Math.round(used.wal_bytes),
    outside_us: outside === undefined ? 0 : Math.round(used[outside]),
  };
}
