/** Compares the verdicts of the schemas for zod with those of Ajv, which the service validates with, on examples and on changed ones. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import * as schemas from '@booking-service/contract/zod';

interface Document {
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly example?: unknown }>>;
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
  };
}

const document: Document = JSON.parse(readFileSync(new URL('../src/generated/openapi.json', import.meta.url), 'utf8'));
const ajv = new Ajv2020({ strict: false, validateSchema: false });
addFormats.default(ajv, { mode: 'full' });
ajv.addSchema(document, 'contract');
const names = Object.keys(document.components.schemas);
const examples = Map.groupBy(examplesIn(document), ({ name }) => name);

it('has a schema for each schema of the contract', () => {
  expect(Object.keys(schemas).toSorted()).toEqual(names.map((name) => `${name}Schema`).toSorted());
});

/** The schemas with a body or an example. The others are parts of them. */
const shown = names.filter((name) => valuesOf(name).length > 0);

it.each(shown)('%sSchema accepts and refuses what the service does', (name) => {
  const schema = (schemas as Readonly<Record<string, z.ZodType>>)[`${name}Schema`];
  const accepts = ajv.getSchema(`contract#/components/schemas/${name}`);
  const verdicts = new Set<unknown>();
  for (const value of valuesOf(name).flatMap((each) => [each, ...changed(each)])) {
    const accepted = accepts?.(value);
    expect({ value, accepted: schema?.safeParse(value).success }).toEqual({ value, accepted });
    verdicts.add(accepted);
  }
  expect(verdicts).toEqual(new Set([true, false]));
});

it.each(['AvailabilitySearch', 'CreateBooking', 'ModifyBooking'])(
  'BKG-16: %sSchema names the field that a condition requires or excludes',
  (name) => {
    const schema = (schemas as Readonly<Record<string, z.ZodType>>)[`${name}Schema`];
    const issuesOf = (fields: object) => {
      const { party_size: _size, ...rest } = Object(valuesOf(name)[0]);
      const issues = schema?.safeParse({ ...rest, ...fields }).error?.issues ?? [];
      return issues.map(({ path, message }) => ({ path, message }));
    };
    const party = [{ unit: 'adult', quantity: 2 }];
    expect(issuesOf({ party })).toEqual([]);
    expect(issuesOf({ party, party_size: 2 })).toEqual([
      { path: ['party_size'], message: 'Must not be sent together with party' },
    ]);
    const required = [{ path: ['party_size'], message: 'Required without party' }];
    const isChange = name === 'ModifyBooking';
    expect(issuesOf(isChange ? { slot_id: 'slt_1' } : {})).toEqual(isChange ? [] : required);
  },
);

function valuesOf(name: string): unknown[] {
  const { example } = document.components.schemas[name] ?? {};
  const bodies = (examples.get(name) ?? []).map(({ value }) => value);
  return example === undefined ? bodies : [...bodies, example];
}

/** The bodies that the contract shows, with the name of their schema. */
function examplesIn(node: unknown): { readonly name: string; readonly value: unknown }[] {
  if (typeof node !== 'object' || node === null) return [];
  const { schema, examples: named } = node as {
    readonly schema?: { readonly $ref?: string };
    readonly examples?: Readonly<Record<string, { readonly value?: unknown; readonly $ref?: string }>>;
  };
  const name = schema?.$ref?.split('/').at(-1);
  if (name === undefined || !named) return Object.values(node).flatMap(examplesIn);
  const values = Object.values(named).map(({ value, $ref }) =>
    $ref === undefined ? value : document.components.examples[$ref.split('/').at(-1) ?? '']?.value,
  );
  return values.map((value) => ({ name, value }));
}

const replacements = [
  null,
  true,
  -1,
  0,
  1.5,
  1e15,
  '',
  ' ',
  'x',
  'a\u0000b',
  'A',
  '\u{1f600}',
  '\u{1f600}'.repeat(60),
  'x'.repeat(3000),
  [],
  [1],
  {},
  { a: 1 },
  '2026-11-21',
  '2026-02-30',
  '2026-11-21T09:30:00.000Z',
  '2026-11-21T09:30:00+01:00',
  '2026-11-21T25:30:00Z',
  'ada@diner.test',
  "o'neil+1@mail.diner.test",
  'ada@',
  'https://diner.test/hooks?a=b',
  'http://',
  'ftp://diner.test',
  'enter_code',
  'call_me',
];

/** The value with one change, for each place in it and each change. */
function changed(value: unknown): unknown[] {
  const here: unknown[] = [...replacements];
  if (Array.isArray(value)) {
    const inside = value.flatMap((each, index) => changed(each).map((other) => value.with(index, other)));
    return [...here, [...value, ...value], ...inside];
  }
  if (typeof value !== 'object' || value === null) return here;
  const members = Object.entries(value);
  const without = members.map(([key]) => Object.fromEntries(members.filter(([other]) => other !== key)));
  const inside = members.flatMap(([key, each]) => changed(each).map((other) => ({ ...value, [key]: other })));
  return [...here, { ...value, unlisted: 1 }, ...without, ...inside];
}
