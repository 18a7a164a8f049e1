/**
 * Makes changes with a known verdict in copies of the real contract.
 *
 * A comparison takes a second. So seeds are planted together as long as the findings are exactly those of all of them; otherwise
 * each half is compared on its own, down to a single seed.
 *
 * @module-tag slow
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { readBundledContract } from '../../contract/bundled-contract.ts';
import { findBreakingChanges } from '../find-breaking-changes.ts';
import type { Finding } from '../finding.ts';
import { accessSeeds, limitSeeds } from './access-seeds.ts';
import { planted, type Seed } from './seed.ts';
import { generatedSeeds, sandboxSeeds, stateSeeds } from './state-seeds.ts';
import { wireSeeds } from './wire-seeds.ts';

const contract = readBundledContract();

/** All seeds, by the part of the contract that they change. */
const parts: readonly { readonly part: string; readonly seeds: readonly Seed[] }[] = [
  { part: 'the wire', seeds: wireSeeds },
  { part: 'generated code', seeds: generatedSeeds },
  { part: 'errors, operations and access', seeds: accessSeeds },
  { part: 'limits, idempotency and deliveries', seeds: limitSeeds },
  { part: 'the sandbox', seeds: sandboxSeeds },
  { part: 'the booking states', seeds: stateSeeds },
];

/** The findings of each seed. Those of seeds that were planted together are divided by what each must find. */
const findingsOf = new Map<Seed, readonly Finding[]>();

beforeAll(async () => {
  const seeds = parts.flatMap((part) => part.seeds);
  await compare(seeds.filter(({ finds }) => finds.length === 0));
  await compare(seeds.filter(({ finds }) => finds.length > 0));
}, 600_000);

describe.each(parts)('VER-2: $part', ({ seeds }) => {
  it.each(seeds.filter(({ finds }) => finds.length > 0))('refuses if $change', (seed) => {
    const findings = findingsOf.get(seed) ?? [];
    expect(findings.map(textOf).toSorted()).toEqual(seed.finds.toSorted());
    for (const { before, after, advice } of findings) {
      expect(before).not.toEqual(after);
      expect(advice).not.toBe('');
    }
  });

  it.each(seeds.filter(({ finds }) => finds.length === 0))('accepts if $change', (seed) => {
    expect(findingsOf.get(seed)).toEqual([]);
  });
});

it('VER-2: finds nothing without a change', async () => {
  expect(await findBreakingChanges(contract, structuredClone(contract))).toEqual([]);
});

async function compare(seeds: readonly Seed[]): Promise<void> {
  const [seed] = seeds;
  if (seed && seeds.length === 1)
    return void findingsOf.set(seed, await findBreakingChanges(contract, planted(seed, contract)));
  const revision = plantedTogether(seeds);
  const findings = revision && (await findBreakingChanges(contract, revision));
  const expected = seeds.flatMap(({ finds }) => finds).toSorted();
  const isExact = findings?.map(textOf).toSorted().join('\n') === expected.join('\n');
  if (findings && isExact && new Set(expected).size === expected.length) {
    for (const each of seeds)
      findingsOf.set(
        each,
        findings.filter((finding) => each.finds.includes(textOf(finding))),
      );
    return;
  }
  const half = Math.ceil(seeds.length / 2);
  await compare(seeds.slice(0, half));
  await compare(seeds.slice(half));
}

/** Returns undefined if a seed cannot be planted beside the others. */
function plantedTogether(seeds: readonly Seed[]): typeof contract | undefined {
  try {
    let made = contract;
    for (const seed of seeds) made = planted(seed, made);
    return made;
  } catch {
    return undefined;
  }
}

function textOf({ rule, pointer }: Finding): string {
  return `${rule} ${pointer}`;
}
