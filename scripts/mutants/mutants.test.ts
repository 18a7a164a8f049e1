/** Every fault can be planted, and its test files exist. Every change of the contract is one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { fileURLToPath } from 'node:url';
import { rules, unseenRules } from '@booking-service/conformance';
import { describe, expect, it } from 'vitest';
import { readPublicContract } from '../contract-files.ts';
import { listFiles } from '../working-copy/working-copy.ts';
import { contractMutants } from './contract.ts';
import { faults, pathOf, plantIn, rulesOf } from './faults.ts';
import { changesOfRules, reasonOf, unseenChanges } from './contract-changes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const paths = listFiles(root);

it.each(faults)('$name: its text occurs in its file, the fault changes it, and its tests exist', (fault) => {
  const text = readFileSync(join(root, pathOf(fault.file, paths)), 'utf8');
  expect(plantIn(text, fault)).not.toBe(text);
  for (const test of fault.tests ?? []) expect(pathOf(test, paths)).toMatch(/\.test\.ts$/);
  expect(fault.tests ?? fault.conformance).toBeDefined();
});

it('faults have unique names', () => {
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
});

it('each rule that the conformance check sees has a fault, or a change of the contract, which it must find', () => {
  const broken = new Set(faults.filter(({ conformance }) => conformance === true).flatMap(rulesOf));
  const seen = Object.keys(rules).filter((rule) => !Object.hasOwn(unseenRules, rule));
  expect(seen.filter((rule) => !broken.has(rule))).toEqual(Object.keys(changesOfRules));
  for (const start of Object.values(changesOfRules)) {
    const changes = contractMutants.filter(({ name }) => name.startsWith(start));
    expect(changes.map(({ name }) => reasonOf(name))).toEqual([undefined]);
  }
});

it('refuses a fault whose text does not occur, and a name of no file or of several', () => {
  const [fault] = faults;
  expect(() => fault && plantIn('', fault)).toThrow('its text occurs 0 times');
  expect(() => pathOf('a.ts', ['x/b.ts', 'x/ba.ts'])).toThrow('is the name of 0 files');
  expect(() => pathOf('a.ts', ['x/a.ts', 'y/a.ts'])).toThrow('is the name of 2 files');
  expect(pathOf('y/a.ts', ['x/a.ts', 'y/a.ts'])).toBe('y/a.ts');
});

describe('the changes of the contract', () => {
  it('have unique names, and each changes the contract', () => {
    expect(new Set(contractMutants.map(({ name }) => name)).size).toBe(contractMutants.length);
    const contract = readPublicContract();
    const unchanged = contractMutants.filter(({ apply }) => isDeepStrictEqual(apply(contract), contract));
    expect(unchanged).toEqual([]);
  });

  it.each(unseenChanges)('one of them has the part %s, which the check cannot see', (part) => {
    expect(contractMutants.some(({ name }) => name.includes(part))).toBe(true);
  });
});
