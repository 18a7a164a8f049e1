/** Makes changes with a known verdict in copies of the real contracts. */
import { describe, expect, it } from 'vitest';
import { readBundledContract } from '../../src/document/bundled-contract.ts';
import { contractOf, type Finding } from '../../src/gate/contracts.ts';
import { findBreakingChanges } from '../../src/gate/diff.ts';
import { contracts } from '../support/contracts.ts';
import { accessSeeds } from './access-seeds.ts';
import { lawSeeds } from './law-seeds.ts';
import { limitSeeds } from './limit-seeds.ts';
import { adminSeeds, cardServiceSeeds, providerSeeds } from './other-seeds.ts';
import { planted, type Seed } from './seed.ts';
import { generatedSeeds, sandboxSeeds, stateSeeds } from './state-seeds.ts';
import { wireSeeds } from './wire-seeds.ts';

/** All seeds, by the contract and the part of it that they change. */
const parts: readonly { readonly name: string; readonly part: string; readonly seeds: readonly Seed[] }[] = [
  { name: 'public', part: 'the wire', seeds: [...wireSeeds, ...lawSeeds] },
  { name: 'public', part: 'generated code', seeds: generatedSeeds },
  { name: 'public', part: 'errors, operations and access', seeds: accessSeeds },
  { name: 'public', part: 'limits, idempotency and deliveries', seeds: limitSeeds },
  { name: 'public', part: 'the sandbox', seeds: sandboxSeeds },
  { name: 'public', part: 'the booking states', seeds: stateSeeds },
  { name: 'admin', part: 'the admin contract', seeds: adminSeeds },
  { name: 'provider', part: 'the provider contract', seeds: providerSeeds },
  { name: 'card-service', part: 'the card service contract', seeds: cardServiceSeeds },
];

describe.each(parts)('VER-2: $part', ({ name, seeds }) => {
  const gated = contractOf(contracts, name);
  const contract = readBundledContract(gated.bundle);
  const find = (seed: Seed) => findBreakingChanges(contract, planted(seed, contract), gated);

  it.each(seeds.filter(({ finds }) => finds.length > 0))('refuses if $change', (seed) => {
    const findings = find(seed);
    expect(findings.map(textOf).toSorted()).toEqual(seed.finds.toSorted());
    for (const { before, after, advice } of findings) {
      expect(before).not.toEqual(after);
      expect(advice).not.toBe('');
    }
  });

  it.each(seeds.filter(({ finds }) => finds.length === 0))('accepts if $change', (seed) => {
    expect(find(seed)).toEqual([]);
  });
});

it.each(contracts)('VER-2: finds nothing without a change of the $name contract', (gated) => {
  const contract = readBundledContract(gated.bundle);
  expect(findBreakingChanges(contract, structuredClone(contract), gated)).toEqual([]);
});

function textOf({ rule, pointer }: Finding): string {
  return `${rule} ${pointer}`;
}
