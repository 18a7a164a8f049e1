/**
 * Discrete-event simulation. A process is a generator that yields what it waits for: a time in microseconds, or a unit of a
 * resource, which it holds until it releases it. Units are given in the order of the requests.
 */
import { createEventQueue } from './event-queue.ts';

export interface Resource {
  readonly name: string;
  readonly capacity: number;
  /** The part of the measured time in which a unit was held, from 0 to 1. */
  utilization(): number;
  release(): void;
}

export type Process = Generator<number | Resource, void, void>;

export interface Simulation {
  now_us(): number;
  resource(name: string, capacity: number): Resource;
  start(process: Process): void;
  /** Runs until this time. Utilization counts from `measured_from_us`. */
  run(until: { readonly until_us: number; readonly measured_from_us: number }): void;
}

interface Held extends Resource {
  /** Gives a unit to the process, now or when one is free. */
  give(process: Process): void;
}

export function createSimulation(): Simulation {
  const queue = createEventQueue<Process>();
  const held = new Map<Resource, Held>();
  let now = 0;
  let measuredFrom = 0;

  function createResource(name: string, capacity: number): Held {
    let free = capacity;
    let used_us = 0;
    let changed = 0;
    let waiting: Process[] = [];
    let next = 0;

    function count(): void {
      used_us += (capacity - free) * Math.max(0, now - Math.max(changed, measuredFrom));
      changed = now;
    }

    return {
      name,
      capacity,
      give(process) {
        if (free === 0) waiting.push(process);
        else {
          count();
          free -= 1;
          queue.add(now, process);
        }
      },
      release() {
        const process = waiting[next];
        if (process) {
          next += 1;
          // Forgets those that were served, without moving the others each time.
          if (next > 1_000 && next * 2 > waiting.length) [waiting, next] = [waiting.slice(next), 0];
          queue.add(now, process);
        } else {
          count();
          free += 1;
        }
      },
      utilization() {
        count();
        return used_us / (capacity * (now - measuredFrom));
      },
    };
  }

  function advance(process: Process): void {
    const { value: wanted, done } = process.next();
    if (done === true) return;
    if (typeof wanted === 'number') queue.add(now + wanted, process);
    else held.get(wanted)?.give(process);
  }

  return {
    now_us: () => now,
    resource(name, capacity) {
      const resource = createResource(name, capacity);
      held.set(resource, resource);
      return resource;
    },
    start: (process) => queue.add(now, process),
    run({ until_us, measured_from_us }) {
      measuredFrom = measured_from_us;
      for (let event = queue.take(); event; event = queue.take()) {
        if (event.time > until_us) {
          now = until_us;
          return;
        }
        now = event.time;
        advance(event.entry);
      }
      now = until_us;
    },
  };
}

/** Holds a unit of the resource for this time. */
export function* use(resource: Resource, time_us: number): Process {
  yield resource;
  yield time_us;
  resource.release();
}
