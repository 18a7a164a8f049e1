/** Changes of the real contract whose verdict is known, each made in a copy of it. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readContract } from './contract.ts';
import { findBreakingChanges } from './find-breaking-changes.ts';
import { behaviorSeeds } from './seeds/behavior-seeds.ts';
import { generatedSeeds } from './seeds/generated-seeds.ts';
import { planted } from './seeds/seed.ts';
import { stateSeeds } from './seeds/state-seeds.ts';
import { wireSeeds } from './seeds/wire-seeds.ts';

const contract = readContract(
  fileURLToPath(new URL('../../packages/contract/src/generated/openapi.json', import.meta.url)),
);

describe.each([
  { part: 'the wire', seeds: wireSeeds },
  { part: 'generated code', seeds: generatedSeeds },
  { part: 'behaviour', seeds: behaviorSeeds },
  { part: 'the states', seeds: stateSeeds },
])('VER-2: of $part', ({ seeds }) => {
  it.each(seeds.filter(({ finds }) => finds.length > 0))('refuses where $change', async (seed) => {
    const findings = await findBreakingChanges(contract, planted(seed, contract));
    expect(findings.map(({ rule, pointer }) => `${rule} ${pointer}`).toSorted()).toEqual(seed.finds.toSorted());
    for (const { before, after, advice } of findings) {
      expect(before).not.toEqual(after);
      expect(advice).not.toBe('');
    }
  });

  it.each(seeds.filter(({ finds }) => finds.length === 0))('passes where $change', async (seed) => {
    expect(await findBreakingChanges(contract, planted(seed, contract))).toEqual([]);
  });
});

it('VER-2: finds nothing where nothing is changed', async () => {
  expect(await findBreakingChanges(contract, structuredClone(contract))).toEqual([]);
});
