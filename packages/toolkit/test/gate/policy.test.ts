import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/document/bundled-contract.ts';
import { behaviorLaws } from '../../src/gate/find-behavior-changes.ts';
import type { GatedContract } from '../../src/gate/contracts.ts';
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
      refusesSchema(probe, 'request', served),
      refusesSchema(probe, 'response', called),
      refusesSchema(probe, 'webhook', called),
    ];
    const sent = [
      refusesSchema(probe, 'response', served),
      refusesSchema(probe, 'webhook', served),
      refusesSchema(probe, 'request', called),
    ];
    const [accepts, sends] = [probe.breaks.includes('received'), probe.breaks.includes('sent')];
    expect({ received, sent }).toEqual({ received: [accepts, accepts, accepts], sent: [sends, sends, sends] });
  });
});

describe('VER-2: a change of an operation', () => {
  it.each(operationProbes)('$kind: $change', (probe) => {
    const refused = (['service', 'others'] as const).filter((implementedBy) =>
      refusesOperation(probe, { implementedBy }),
    );
    expect(refused).toEqual(probe.breaks);
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
  expect(rows).toContain('| operation | added | compatible | breaking |');
  expect(rows).toContain('| `x-limits/window_seconds` | may fall |');
});

/** Returns whether the gate refuses a change of a schema in one kind of message. */
function refusesSchema(
  { before, after }: SchemaProbe,
  message: 'request' | 'response' | 'webhook',
  contract: Implementer,
): boolean {
  const only = (schema: JsonObject) => {
    const draft = draftOf(probedContract(schema));
    const post = draft['paths']?.['/things/{id}']?.['post'];
    if (message !== 'request') delete post?.['requestBody'];
    if (message !== 'response') delete post?.['responses']?.['200'];
    if (message !== 'webhook') delete draft['webhooks'];
    return draft;
  };
  return findBreakingChanges(only(before), only(after), contract).length > 0;
}

/** Returns whether the gate refuses another change. */
function refusesOperation({ edit }: OperationProbe, contract: Implementer): boolean {
  const base = probedContract({ type: 'string' });
  const revision = draftOf(base);
  edit(revision);
  return findBreakingChanges(base, revision, contract).length > 0;
}

/** Returns a copy. A structured clone would keep an object that occurs in several places one object. */
function draftOf(contract: JsonObject): Draft {
  return JSON.parse(JSON.stringify(contract)) as Draft;
}
