/**
 * Makes changes with a known verdict in copies of the real contract.
 *
 * @module-tag slow
 */
import { describe, expect, it } from 'vitest';
import { readBundledContract } from '../contract/bundled-contract.ts';
import { findBreakingChanges } from './find-breaking-changes.ts';
import { parts } from './seeds/parts.ts';
import { planted } from './seeds/seed.ts';

const contract = readBundledContract();

describe.each(parts)('VER-2: $part', ({ seeds }) => {
  it.each(seeds.filter(({ finds }) => finds.length > 0))('refuses if $change', async (seed) => {
    const findings = await findBreakingChanges(contract, planted(seed, contract));
    expect(findings.map(({ rule, pointer }) => `${rule} ${pointer}`).toSorted()).toEqual(seed.finds.toSorted());
    for (const { before, after, advice } of findings) {
      expect(before).not.toEqual(after);
      expect(advice).not.toBe('');
    }
  });

  it.each(seeds.filter(({ finds }) => finds.length === 0))('accepts if $change', async (seed) => {
    expect(await findBreakingChanges(contract, planted(seed, contract))).toEqual([]);
  });
});

it('VER-2: finds nothing without a change', async () => {
  expect(await findBreakingChanges(contract, structuredClone(contract))).toEqual([]);
});
