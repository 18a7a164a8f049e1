import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/document/bundled-contract.ts';
import { behaviorLaws } from '../../src/gate/find-behavior-changes.ts';
import { type Finding, type GatedContract, type Level, levelOf } from '../../src/gate/contracts.ts';
import { findBreakingChanges } from '../../src/gate/diff.ts';
import { lawTexts } from '../../src/gate/laws.ts';
import {
  type Draft,
  type OperationProbe,
  operationProbes,
  policyTable,
  probedContract,
} from '../../src/gate/policy-table.ts';
import { schemaProbes, type SchemaProbe } from '../../src/gate/schema-probes.ts';

type Implementer = Pick<GatedContract, 'implementedBy'>;

describe('VER-2: a change of a schema', () => {
  it.each(schemaProbes)('$kind: $change', (probe) => {
    const served = { implementedBy: 'service' } as const;
    const called = { implementedBy: 'others' } as const;
    const received = [
      levelOfSchema(probe, 'request', served),
      levelOfSchema(probe, 'response', called),
      levelOfSchema(probe, 'webhook', called),
    ];
    const sent = [
      levelOfSchema(probe, 'response', served),
      levelOfSchema(probe, 'webhook', served),
      levelOfSchema(probe, 'request', called),
    ];
    const verdictIn = (direction: 'received' | 'sent') =>
      probe.breaks.includes(direction) && (probe.warns?.includes(direction) ? 'warning' : 'breaking');
    const [accepts, sends] = [verdictIn('received'), verdictIn('sent')];
    expect({ received, sent }).toEqual({ received: [accepts, accepts, accepts], sent: [sends, sends, sends] });
  });
});

describe('VER-2: a change of an operation', () => {
  it.each(operationProbes)('$kind: $change', (probe) => {
    const found = (['service', 'others'] as const).map((implementedBy) => levelOfOperation(probe, { implementedBy }));
    const level = probe.isWarning === true ? 'warning' : 'breaking';
    expect(found).toEqual((['service', 'others'] as const).map((each) => probe.breaks.includes(each) && level));
  });
});

it('each law has words for the docs', () => {
  expect(Object.entries(behaviorLaws).filter(([, law]) => !lawTexts.has(law))).toEqual([]);
});

it('prints a row for each kind of change and each law', () => {
  const rows = policyTable()
    .split('\n')
    .filter((line) => /^\| [^-]/.test(line));
  expect(rows).toHaveLength(3 + schemaProbes.length + operationProbes.length + Object.keys(behaviorLaws).length);
  expect(rows).toContain('| enum | widened | compatible | breaking |');
  expect(rows).toContain('| format | added | breaking | warning |');
  expect(rows).toContain('| operation | its operationId changes | warning | warning |');
  expect(rows).toContain('| operation | added | compatible | breaking |');
  expect(rows).toContain('| `x-limits/window_seconds` | may fall |');
});

/** Returns the highest level of the findings; false without any. */
function highest(findings: readonly Finding[]): Level | false {
  const levels = findings.map(levelOf);
  return levels.includes('breaking') ? 'breaking' : (levels[0] ?? false);
}

/** Returns how the gate judges a change of a schema in one kind of message. */
function levelOfSchema(
  { before, after }: SchemaProbe,
  message: 'request' | 'response' | 'webhook',
  contract: Implementer,
): Level | false {
  const only = (schema: JsonObject) => {
    const draft = draftOf(probedContract(schema));
    const post = draft['paths']?.['/things/{id}']?.['post'];
    if (message !== 'request') delete post?.['requestBody'];
    if (message !== 'response') delete post?.['responses']?.['200'];
    if (message !== 'webhook') delete draft['webhooks'];
    return draft;
  };
  return highest(findBreakingChanges(only(before), only(after), contract));
}

/** Returns how the gate judges another change. */
function levelOfOperation({ edit }: OperationProbe, contract: Implementer): Level | false {
  const base = probedContract({ type: 'string' });
  const revision = draftOf(base);
  edit(revision);
  return highest(findBreakingChanges(base, revision, contract));
}

/** Returns a copy. A structured clone would keep an object that occurs in several places one object. */
function draftOf(contract: JsonObject): Draft {
  return JSON.parse(JSON.stringify(contract)) as Draft;
}

describe('VER-2: the removal of what is deprecated', () => {
  const days = { deprecated: true, 'x-deprecation': { since: '2027-01-31', sunset: '2028-01-31' } };
  const [before, after] = ['2028-01-30T23:59:59Z', '2028-01-31T00:00:00Z'].map((time) => new Date(time));
  const shape = (properties: JsonObject) => ({
    type: 'object',
    additionalProperties: false,
    required: ['id', ...Object.keys(properties)],
    properties: { id: { type: 'string' }, ...properties },
  });
  const trace = { name: 'Trace', in: 'header', required: false, schema: { type: 'string' }, ...days };
  const thing = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } };

  /** A contract whose operation, path, parameter and property of this list are deprecated, or removed. */
  function contractWith(parts: readonly string[], stated: JsonObject = days): JsonObject {
    const has = (part: string) => parts.includes(part);
    const draft = probedContract(shape(has('property') ? { old: { type: 'string', ...stated } } : {})) as Draft;
    const path = draft['paths']?.['/things/{id}'] as unknown as Record<
      string,
      { parameters?: { name: string }[]; [key: string]: unknown }
    >;
    const rest = (path['post']?.parameters ?? []).filter(({ name }) => name !== 'Trace');
    path['post'] = { ...path['post'], parameters: has('parameter') ? [{ ...trace, ...stated }, ...rest] : rest };
    path['get'] = { ...path['get'], ...stated, responses: { '200': thing } };
    if (has('operation')) return draft;
    delete path['get'];
    return { ...draft, components: { ...(draft['components'] as JsonObject), schemas: {} } };
  }

  const whole = ['operation', 'parameter', 'property'];
  it.each([
    ['operation', ['operation/removed']],
    ['parameter', ['received/parameter-removed']],
    ['property', ['received/property-removed', 'sent/property-removed', 'sent/required-widened']],
  ])('breaks a caller before the sunset, and is accepted from then on: %s', (part, rules) => {
    const revision = contractWith(whole.filter((each) => each !== part));
    const find = (now?: Date) => findBreakingChanges(contractWith(whole), revision, { implementedBy: 'service' }, now);
    const found = find(before);
    expect(found.map(({ rule }) => rule)).toEqual(expect.arrayContaining(rules));
    const removals = found.filter(({ rule }) => rule.endsWith('removed') && !rule.startsWith('generated'));
    expect(new Set(removals.map(({ advice }) => advice))).toEqual(new Set(['Keep it until its sunset, 2028-01-31.']));
    expect(find(after)).toEqual([]);
  });

  it('allows nothing that the released contract has not deprecated', () => {
    const released = contractWith(whole, {});
    const find = (revision: JsonObject) => findBreakingChanges(released, revision, { implementedBy: 'service' }, after);
    expect(find(contractWith(whole))).toEqual([]);
    expect(find(contractWith([])).map(({ rule }) => rule)).toContain('operation/removed');
  });

  it('accepts a later sunset and refuses an earlier one', () => {
    const at = (sunset: string) => contractWith(whole, { ...days, 'x-deprecation': { since: '2027-01-31', sunset } });
    const find = (sunset: string) =>
      findBreakingChanges(contractWith(whole), at(sunset), { implementedBy: 'service' }, before).map(
        ({ rule }) => rule,
      );
    expect(find('2028-02-01')).toEqual([]);
    expect(new Set(find('2028-01-30'))).toEqual(
      new Set([
        'operation/advanced',
        'received/parameter-advanced',
        'received/x-deprecation-changed',
        'sent/x-deprecation-changed',
      ]),
    );
  });
});
