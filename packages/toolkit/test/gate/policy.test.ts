import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { behaviorLaws } from '../../src/gate/behavior-laws.ts';
import { lawTexts } from '../../src/gate/laws.ts';
import { policyTable, refusesOperation, refusesSchema } from '../../src/gate/policy-table.ts';
import { operationProbes } from '../../src/gate/operation-probes.ts';
import { schemaProbes } from '../../src/gate/schema-probes.ts';
import { contracts } from '../support/contracts.ts';

describe('VER-2: a change of a schema', () => {
  it.each(schemaProbes)('$kind: $change', (probe) => {
    const served = { implementedBy: 'service' } as const;
    const called = { implementedBy: 'others' } as const;
    const received = [refusesSchema(probe, 'request', served), refusesSchema(probe, 'response', called)];
    const sent = [
      refusesSchema(probe, 'response', served),
      refusesSchema(probe, 'webhook', served),
      refusesSchema(probe, 'request', called),
    ];
    const [accepts, sends] = [probe.breaks.includes('received'), probe.breaks.includes('sent')];
    expect({ received, sent }).toEqual({ received: [accepts, accepts], sent: [sends, sends, sends] });
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

it('docs/breaking-changes.md has the table of npm run contract:diff -- --policy', () => {
  const page = readFileSync(new URL('../../../../docs/breaking-changes.md', import.meta.url), 'utf8');
  expect(page.includes(policyTable(contracts)), 'run npm run contract:diff -- --policy, and copy the tables').toBe(
    true,
  );
});
