/** The arithmetic of `npm run simulate`. */
import { describe, expect, it } from 'vitest';
// @boundaries-ignore the benchmarks have no tests of their own
import { predict, type Setup } from '../../bench/simulate/model/service-model.ts';
// @boundaries-ignore as above
import { createSimulation, use, type Process } from '../../bench/simulate/model/simulation.ts';

const free = { instance_us: 0, database_us: 0, wal_bytes: 0, outside_us: 0 };
const setup: Setup = {
  creates: { callers: 1 },
  deliveries_each: 0,
  instances: 1,
  databases: 1,
  cores: 2,
  isShared: false,
  log_per_second: 1e6,
  provider_ms: 0,
  receiver_ms: 0,
  seconds: 1,
};

describe('a simulation', () => {
  it('serves the requests for a unit in their order, also those of the same time', () => {
    const simulation = createSimulation();
    const thread = simulation.resource('thread', 1);
    const ended: string[] = [];
    function* job(name: string): Process {
      yield* use(thread, 10);
      ended.push(`${name} at ${simulation.now_us()}`);
    }
    for (const name of ['a', 'b', 'c']) simulation.start(job(name));
    simulation.run({ until_us: 40, measured_from_us: 0 });
    expect(ended).toEqual(['a at 10', 'b at 20', 'c at 30']);
    expect(thread.utilization()).toBe(0.75);
  });

  it('counts the utilization of each unit from the beginning of the measurement', () => {
    const simulation = createSimulation();
    const cores = simulation.resource('cores', 2);
    simulation.start(use(cores, 30));
    simulation.run({ until_us: 40, measured_from_us: 20 });
    expect(cores.utilization()).toBe(0.25);
  });
});

describe('a prediction', () => {
  it('is as fast as the steps of a create, one after the other', () => {
    // 200 µs of the thread, 700 µs of the database, and 100 bytes at 1 MB/s.
    const create = { instance_us: 200, database_us: 700, wal_bytes: 100, outside_us: 0 };
    const { creates_per_second, create_p99_ms, utilization } = predict(setup, { create, run: free, delivery: free });
    expect(creates_per_second).toBeCloseTo(1_000, -1);
    expect(create_p99_ms).toBeCloseTo(1, 5);
    const parts = Object.fromEntries(utilization.map(({ name, part }) => [name, part]));
    expect(parts['instance CPU']).toBeCloseTo(0.2, 2);
    expect(parts['database CPU']).toBeCloseTo(0.35, 2);
    expect(parts['WAL']).toBeCloseTo(0.1, 2);
  });

  it('is limited by the places of an instance while the receivers are slow', () => {
    const create = { ...free, database_us: 500 };
    const slow = { ...setup, deliveries_each: 5, receiver_ms: 40 };
    // 50 places, each held for 40 ms.
    expect(predict(slow, { create, run: free, delivery: free }).deliveries_per_second).toBeCloseTo(1_250, -1);
  });
});
