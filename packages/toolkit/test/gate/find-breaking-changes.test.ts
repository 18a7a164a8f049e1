/** Makes changes with a known verdict in copies of the real contracts. */
import { describe, expect, it } from 'vitest';
import { type BundledContract, readBundledContract } from '../../src/document/bundled-contract.ts';
import { contractOf, type Finding } from '../../src/gate/contracts.ts';
import { findBreakingChanges, judge, parseDeclarations } from '../../src/gate/diff.ts';
import { contracts } from '../support/contracts.ts';
import { accessSeeds, limitSeeds } from './behavior-seeds.ts';
import { adminSeeds, cardServiceSeeds, providerSeeds } from './other-seeds.ts';
import { planted, type Seed } from './seed.ts';
import { generatedSeeds, sandboxSeeds, stateSeeds } from './state-seeds.ts';
import { lawSeeds, wireSeeds } from './wire-seeds.ts';

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

const plain = { name: 'public', bundle: '', released: '', implementedBy: 'service' } as const;
const field = { type: 'string' };
const object = (fields: object, more: object = {}) => ({ type: 'object', properties: fields, ...more });
const received = (schema: object, more: object = {}) => ({
  paths: {
    '/a': { post: { requestBody: { content: { 'multipart/form-data': { schema, ...more } } }, responses: {} } },
  },
});
const moved = (own: object, base: object) =>
  received({ allOf: [object(base, { required: ['a'] }), object(own, { description: 'Own fields.' })] });
const weaker = (...required: string[]) => object({ a: field, b: field }, { required });
const encoded = (contentType?: string) => received(object({ a: field }), { encoding: { a: { contentType } } });
const inRegion = (...values: string[]) => ({
  paths: {},
  servers: [{ url: 'https://{region}.test', variables: { region: { default: 'eu', enum: values } } }],
});

describe('a document without blocks', () => {
  it.each<[change: string, before: object, after: object, rules: readonly string[]]>([
    [
      'a field moves to the base of allOf',
      moved({ b: field, c: field }, { a: field }),
      moved({ c: field }, { a: field, b: field }),
      [],
    ],
    [
      'a field leaves a part of allOf',
      moved({ b: field }, { a: field }),
      moved({}, { a: field }),
      ['received/property-removed'],
    ],
    ['the parts of allOf become one object', moved({ b: field }, { a: field }), received(weaker('a')), []],
    [
      'an object becomes anyOf of weaker objects',
      received(weaker('a', 'b')),
      received({ anyOf: [weaker('a'), weaker('b')] }),
      [],
    ],
    [
      'an object becomes oneOf of weaker objects',
      received(weaker('a', 'b')),
      received({ oneOf: [weaker('a'), weaker('b')] }),
      ['received/form-removed'],
    ],
    [
      'anyOf of weaker objects becomes an object',
      received({ anyOf: [weaker('a'), weaker('b')] }),
      received(weaker('a', 'b')),
      ['received/form-removed', 'received/form-removed'],
    ],
    [
      'a part of a form loses a media type',
      encoded('image/png, image/jpeg'),
      encoded('image/png'),
      ['wire/part-media-type-changed'],
    ],
    ['a part of a form gains a media type', encoded('image/png'), encoded('image/*'), []],
    ['a part of a form gets a media type', encoded(), encoded('image/png'), ['wire/part-media-type-changed']],
    ['a variable of a server loses a value', inRegion('eu', 'us'), inRegion('eu'), ['wire/server-variable-narrowed']],
    ['a variable of a server gains a value', inRegion('eu'), inRegion('eu', 'us'), []],
  ])('%s', (_change, before, after, rules) => {
    expect(
      findBreakingChanges(before as BundledContract, after as BundledContract, plain).map(({ rule }) => rule),
    ).toEqual(rules);
  });
});

function textOf({ rule, pointer }: Finding): string {
  return `${rule} ${pointer}`;
}

const limit = { contract: 'public', pointer: '#/x-limits/default_limit', reason: 'The provider allows no more.' };

describe('parseDeclarations', () => {
  it.each(['', '# Only a comment.\n', '[]'])('reads none from %j', (text) => {
    expect(parseDeclarations(text, contracts)).toEqual([]);
  });

  it('reads pointers with their reasons', () => {
    const text = "- contract: public\n  pointer: '#/x-limits/default_limit'\n  reason: The provider allows no more.\n";
    expect(parseDeclarations(text, contracts)).toEqual([limit]);
  });

  it.each([
    { fault: 'a text that is not a list', text: 'pointer: x' },
    { fault: 'an entry without a contract', text: "- { pointer: '#/x', reason: y }" },
    { fault: 'an entry of an unknown contract', text: "- { contract: none, pointer: '#/x', reason: y }" },
    { fault: 'an entry without a reason', text: "- { contract: public, pointer: '#/x' }" },
    { fault: 'an entry with an empty reason', text: "- { contract: public, pointer: '#/x', reason: ' ' }" },
    { fault: 'an entry without a pointer', text: '- { contract: public, pointer: x, reason: y }' },
    { fault: 'an entry with another field', text: "- { contract: public, pointer: '#/x', reason: y, until: z }" },
    {
      fault: 'an entry twice',
      text: "- { contract: public, pointer: '#/x', reason: y }\n- { contract: public, pointer: '#/x', reason: z }",
    },
  ])('refuses $fault', ({ text }) => {
    expect(() => parseDeclarations(text, contracts)).toThrow(/declared|contract/);
  });

  it('reads the same pointer of two contracts', () => {
    const text = "- { contract: public, pointer: '#/x', reason: y }\n- { contract: admin, pointer: '#/x', reason: y }";
    expect(parseDeclarations(text, contracts)).toHaveLength(2);
  });
});

it('VER-2: applies a declaration to every finding at its pointer and to no other', () => {
  const finding = { rule: 'limits/lowered', pointer: limit.pointer, before: 300, after: 200, advice: 'Keep it.' };
  const other = { ...finding, pointer: '#/x-limits/default_limits' };
  const stale = { contract: 'public', pointer: '#/x-limits', reason: 'No such finding.' };
  expect(judge([finding, other, { ...finding, rule: 'limits/changed' }], [limit, stale])).toEqual({
    refused: [other],
    declared: [
      { finding, reason: limit.reason },
      { finding: { ...finding, rule: 'limits/changed' }, reason: limit.reason },
    ],
    stale: [stale],
  });
});
