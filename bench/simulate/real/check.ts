import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from '../../growth/engines/place.ts';
import type { Costs } from '../costs.ts';
import { predict, type Prediction } from '../model/service-model.ts';
import { openService, type ServiceUse } from './open-service.ts';
import { amount } from '../../smoke.ts';

const [callers, warmUp_ms, seconds] = [16, amount(5_000, 100), amount(15, 0.5)];

export interface Checked {
  readonly predicted: Prediction;
  readonly measured: Pick<Prediction, 'creates_per_second' | 'deliveries_per_second'>;
  /** How many cores the run got: fewer than the machine has if other programs run on it. */
  readonly cores: number;
}

/** Runs one instance and its database on this machine with 16 callers, and simulates the same. */
export async function check(engine: Engine, costs: Costs): Promise<Checked> {
  await using service = await openService(await engine.place('check'), { hasWebhooks: true });
  await service.start();
  let created = 0;
  const over = new AbortController();
  const caller = async () => {
    while (!over.signal.aborted) {
      await service.create();
      created += 1;
    }
  };
  const calling = Promise.all(Array.from({ length: callers }, caller));
  await Promise.race([pause(warmUp_ms), calling]);
  const used = await service.readUsage();
  const before = { created, webhooks: await service.countWebhooks(), ms: performance.now() };
  await Promise.race([pause(seconds * 1_000), calling]);
  const after = { created, webhooks: await service.countWebhooks(), ms: performance.now() };
  const cores = toCpu_us(used, await service.readUsage()) / 1e3 / (after.ms - before.ms);
  over.abort();
  await calling;
  const elapsed = (after.ms - before.ms) / 1_000;
  return {
    cores,
    measured: {
      creates_per_second: (after.created - before.created) / elapsed,
      deliveries_per_second: (after.webhooks - before.webhooks) / elapsed,
    },
    predicted: predict(
      {
        creates: { callers },
        deliveries_each: 2,
        instances: 1,
        databases: 1,
        cores: availableParallelism(),
        isShared: true,
        log_per_second: Number.POSITIVE_INFINITY,
        provider_ms: 0,
        receiver_ms: 1,
        seconds,
      },
      costs,
    ),
  };
}

function toCpu_us(before: ServiceUse, after: ServiceUse): number {
  const used = ['instance_us', 'database_us', 'client_us', 'receiver_us'] as const;
  return used.reduce((sum, each) => sum + after[each] - before[each], 0);
}
