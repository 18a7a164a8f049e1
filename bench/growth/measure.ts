import type { Usage } from './engines/place.ts';
import type { Statement } from './statements/statement.ts';
import type { World } from './world.ts';
import { amount } from '../smoke.ts';

const rounds = amount(7, 1);
/** Requests are concurrent. The worker, whose statements have fewer calls, makes one call after the other. */
const [concurrency, concurrentFrom] = [8, 100];

/** A round makes no further call after this time, so that a slow statement does not hold up the others. */
const maxRound_ms = 2_000;
/** A round that takes longer than this is the last one. */
const maxRounds_ms = 5 * maxRound_ms;

/** The cost of one call. */
export type Cost = Usage;

/**
 * Measures a statement in every world. The rounds of the worlds alternate, so that other work on the machine affects all of them.
 * The cost is the lower quartile of the rounds: what a call costs when little disturbs it. It is NaN if a call failed, for example
 * after the store's timeout.
 */
export async function measure(statement: Statement, worlds: readonly World[]): Promise<Cost[]> {
  const costs = worlds.map((): Cost[] => []);
  const [failing, slow] = [new Set<World>(), new Set<World>()];
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, world] of worlds.entries()) {
      if (failing.has(world) || slow.has(world)) continue;
      const begun = performance.now();
      const cost = await measureRound(statement, world).catch((error: unknown) => {
        console.error(`${statement.name} failed at ${world.bookings} bookings: ${String(error)}`);
        failing.add(world);
      });
      if (performance.now() - begun > maxRounds_ms) slow.add(world);
      // The first round only warms up, unless it takes so long that it is the only one.
      if (cost && (round > 0 || slow.has(world))) costs[index]?.push(cost);
    }
  }
  return costs.map((each, index) => {
    const all = worlds[index] && failing.has(worlds[index]) ? [] : each;
    return {
      cpu_us: lowerQuartile(all.map(({ cpu_us }) => cpu_us)),
      wal_bytes: lowerQuartile(all.map(({ wal_bytes }) => wal_bytes)),
    };
  });
}

async function measureRound({ calls: maxCalls = 100, prepare }: Statement, world: World): Promise<Cost> {
  const wanted = amount(maxCalls, Math.min(maxCalls, 4));
  const calls = await prepare(world, wanted);
  const before = await world.place.readUsage();
  const begun = performance.now();
  let made = 0;
  const caller = async () => {
    for (let call = calls[made]; call && performance.now() - begun < maxRound_ms; call = calls[made]) {
      made += 1;
      await call();
    }
  };
  await Promise.all(Array.from({ length: wanted < concurrentFrom ? 1 : concurrency }, caller));
  const after = await world.place.readUsage();
  const each = (used: keyof Usage) => (after[used] - before[used]) / made;
  return { cpu_us: each('cpu_us'), wal_bytes: each('wal_bytes') };
}

function lowerQuartile(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 4)] ?? Number.NaN;
}
