import type { Scene } from './scene.ts';

/** An attack. It got through if the result is not the expected one. */
export interface Attack {
  /** The attack. */
  readonly attack: string;
  /** The result at a safe service. */
  readonly expected: string;
  /** Plays the attack. Returns `expected`, or what happened instead. */
  readonly play: (scene: Scene) => Promise<string>;
}

/** Counts results, as `3 × 201, 57 × 402`. */
export function tally(results: readonly (string | number)[]): string {
  const counts = new Map<string | number, number>();
  for (const result of results) counts.set(result, (counts.get(result) ?? 0) + 1);
  return [...counts].map(([result, count]) => `${count} × ${result}`).join(', ');
}

/** Returns the names for which `isHole` holds, or `none`. */
export async function listHoles<Case>(
  cases: readonly Case[],
  isHole: (each: Case) => Promise<boolean>,
  nameOf: (each: Case) => string = String,
): Promise<string> {
  const found: string[] = [];
  for (const each of cases) if (await isHole(each)) found.push(nameOf(each));
  return found.length === 0 ? 'none' : found.join('; ');
}
