/**
 * The service as processes that hold resources. A create uses its instance's thread, then one of its connections with a core and the
 * log of its database. It starts a run at the provider, and the run starts the deliveries of the booking.
 */
import type { Costs, Cost } from '../costs.ts';
import { createSimulation, use, type Process, type Resource, type Simulation } from './simulation.ts';

/** The limits of one instance, as in the server: its pool, run-places.ts and lane-bounds.ts. */
const limits = { connections: 16, runs: 64, places: 50, sockets: 2_000 } as const;
/** An attempt that lasts longer holds no place; see watch-attempt.ts. */
const linger_us = 50_000;

export interface Setup {
  /** Open arrivals in a second, or a number of callers who each send the next create when the last one has ended. */
  readonly creates: { readonly per_second: number } | { readonly callers: number };
  readonly deliveries_each: number;
  readonly instances: number;
  readonly databases: number;
  /** Cores of each database; or of one machine on which everything runs. */
  readonly cores: number;
  readonly isShared: boolean;
  /** Bytes in a second that the log of each database can take. */
  readonly log_per_second: number;
  readonly provider_ms: number;
  readonly receiver_ms: number;
  readonly seconds: number;
}

export interface Prediction {
  readonly creates_per_second: number;
  readonly deliveries_per_second: number;
  readonly create_p99_ms: number;
  /** The mean utilization of each kind of resource, the most used first. */
  readonly utilization: readonly { readonly name: string; readonly part: number }[];
}

interface Database {
  readonly cores: Resource;
  readonly log: Resource;
}

interface Instance {
  readonly thread: Resource;
  readonly connections: Resource;
  readonly runs: Resource;
  readonly places: Resource;
  readonly sockets: Resource;
}

/** The first bookings reach their last delivery within it. */
const warmUp_us = 1e6;

/** Simulates this many seconds after the warm-up. */
export function predict(setup: Setup, costs: Costs): Prediction {
  const simulation = createSimulation();
  const measured_from_us = warmUp_us;
  const until_us = warmUp_us + setup.seconds * 1e6;
  const made: Resource[] = [];
  const resource = (name: string, capacity: number) => {
    const one = simulation.resource(name, capacity);
    made.push(one);
    return one;
  };
  const databases = Array.from({ length: setup.databases }, () => ({
    cores: resource('database CPU', setup.cores),
    log: resource('WAL', 1),
  }));
  const instances = Array.from({ length: setup.instances }, () => ({
    thread: resource('instance CPU', 1),
    connections: resource('connections', limits.connections),
    runs: resource('run places', limits.runs),
    places: resource('delivery places', limits.places),
    sockets: resource('sockets', limits.sockets),
  }));
  const took: number[] = [];
  let delivered = 0;
  const isMeasured = () => simulation.now_us() >= measured_from_us;
  const statements = createStatements(setup);

  function* create(instance: Instance, database: Database): Process {
    const begun = simulation.now_us();
    yield* statements(costs.create, instance, database);
    if (isMeasured()) took.push(simulation.now_us() - begun);
    simulation.start(run(instance, database));
  }

  function* run(instance: Instance, database: Database): Process {
    yield instance.runs;
    yield setup.provider_ms * 1e3;
    yield* statements(costs.run, instance, database);
    instance.runs.release();
    for (let number = 0; number < setup.deliveries_each; number += 1) simulation.start(deliver(instance, database));
  }

  function* deliver(instance: Instance, database: Database): Process {
    yield instance.places;
    yield instance.sockets;
    const wait_us = setup.receiver_ms * 1e3;
    yield Math.min(wait_us, linger_us);
    if (wait_us > linger_us) {
      instance.places.release();
      yield wait_us - linger_us;
    }
    instance.sockets.release();
    yield* statements(costs.delivery, instance, database);
    if (wait_us <= linger_us) instance.places.release();
    if (isMeasured()) delivered += 1;
  }

  startCreates(simulation, setup, () => create(pick(instances), pick(databases)));
  simulation.run({ until_us, measured_from_us });
  const sorted = took.toSorted((a, b) => a - b);
  const parts = Map.groupBy(made, ({ name }) => name);
  return {
    creates_per_second: took.length / setup.seconds,
    deliveries_per_second: delivered / setup.seconds,
    create_p99_ms: (sorted[Math.floor((sorted.length - 1) * 0.99)] ?? Number.NaN) / 1e3,
    utilization: [...parts]
      .map(([name, all]) => ({ name, part: all.reduce((sum, one) => sum + one.utilization(), 0) / all.length }))
      .toSorted((a, b) => b.part - a.part),
  };
}

/** Returns how the statements of one step use their resources. On a shared machine, a thread also needs a core. */
function createStatements({ isShared, log_per_second }: Setup) {
  return function* statements(cost: Cost, instance: Instance, database: Database): Process {
    yield instance.thread;
    if (isShared) yield* use(database.cores, cost.instance_us);
    else yield cost.instance_us;
    instance.thread.release();
    yield instance.connections;
    yield* use(database.cores, cost.database_us);
    yield* use(database.log, (cost.wal_bytes / log_per_second) * 1e6);
    instance.connections.release();
    // The load generator and the receivers, which only a shared machine has.
    if (isShared) yield* use(database.cores, cost.outside_us);
  };
}

function startCreates(simulation: Simulation, { creates }: Setup, create: () => Process): void {
  function* arrivals(per_second: number): Process {
    for (;;) {
      // Independent requests: the times between them are exponentially distributed.
      yield (-Math.log(1 - Math.random()) * 1e6) / per_second;
      simulation.start(create());
    }
  }
  function* caller(): Process {
    for (;;) yield* create();
  }
  if ('per_second' in creates) simulation.start(arrivals(creates.per_second));
  else for (let number = 0; number < creates.callers; number += 1) simulation.start(caller());
}

function pick<T>(from: readonly T[]): T {
  // The index is within the array, which is never empty.
  return from[Math.floor(Math.random() * from.length)] as T;
}
