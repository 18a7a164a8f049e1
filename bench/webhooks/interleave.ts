import { amount } from '../smoke.ts';

/** Each round calls a function repeatedly for about this time. */
const round_ms = amount(40, 1);

/**
 * Runs functions in turns, round by round, so that other load on the machine affects all of them alike. Each result is the
 * median over the rounds of (time of `base`) / (own time). A ratio above 1 is faster than base.
 */
export function interleave<Name extends string>(
  functions: Readonly<Record<Name, () => unknown>>,
  { base, rounds }: { base: NoInfer<Name>; rounds: number },
): Record<Name, { ratio: number; microseconds: number }> {
  // The record has these names and no others.
  const names = Object.keys(functions) as Name[];
  for (const name of names) timeOf(functions[name], 200);
  const calls = Math.max(20, Math.round(round_ms / (timeOf(functions[base], 200) / 1000)));
  const times = names.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    // Each round starts with another function, so that none always follows the same one.
    for (let turn = 0; turn < names.length; turn += 1) {
      const index = (round + turn) % names.length;
      const name = names[index];
      if (name !== undefined) times[index]?.push(timeOf(functions[name], calls));
    }
  }
  const baseTimes = times[names.indexOf(base)] ?? [];
  const results = names.map((name, index) => {
    const own = times[index] ?? [];
    const ratio = median(own.map((time, round) => (baseTimes[round] ?? 0) / time));
    return [name, { ratio, microseconds: median(own) }] as const;
  });
  // One entry was made for each name.
  return Object.fromEntries(results) as Record<Name, { ratio: number; microseconds: number }>;
}

/** Microseconds per call. */
function timeOf(call: () => unknown, calls: number): number {
  const start = performance.now();
  for (let index = 0; index < calls; index += 1) call();
  return ((performance.now() - start) * 1000) / calls;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
