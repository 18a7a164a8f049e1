import { accessFaults } from './access.ts';
import { behaviorSchemaFaults } from './behavior-schema.ts';
import { boundedFaults } from './bounded.ts';
import { deliveryScheduleFaults } from './delivery-schedule.ts';
import { errorCatalogueFaults } from './error-catalogue.ts';
import { errorCodesFaults } from './error-codes.ts';
import { exemplifiedFaults } from './exemplified.ts';
import { generatedCodeFaults } from './generated-code.ts';
import { idempotencyFaults } from './idempotency.ts';
import { knownRulesFaults } from './known-rules.ts';
import { limitsFaults } from './limits.ts';
import { meteredHeadersFaults } from './metered-headers.ts';
import { openResponsesFaults } from './open-responses.ts';
import { operationIdFaults } from './operation-id.ts';
import { refusalsDeclaredFaults } from './refusals-declared.ts';
import { runScheduleFaults } from './run-schedule.ts';
import { sandboxCodesFaults } from './sandbox-codes.ts';
import { stateTableFaults } from './state-table.ts';
import { webhookEventFaults } from './webhook-event.ts';
import type { Fault } from './fault.ts';

/** The faults that each rule must report, by the rule's name. */
export const everyFault: Readonly<Record<string, readonly Fault[]>> = {
  access: accessFaults,
  'behavior-schema': behaviorSchemaFaults,
  bounded: boundedFaults,
  'delivery-schedule': deliveryScheduleFaults,
  'run-schedule': runScheduleFaults,
  'error-catalogue': errorCatalogueFaults,
  'error-codes': errorCodesFaults,
  exemplified: exemplifiedFaults,
  'generated-code': generatedCodeFaults,
  idempotency: idempotencyFaults,
  'known-rules': knownRulesFaults,
  limits: limitsFaults,
  'metered-headers': meteredHeadersFaults,
  'open-responses': openResponsesFaults,
  'operation-id': operationIdFaults,
  'refusals-declared': refusalsDeclaredFaults,
  'sandbox-codes': sandboxCodesFaults,
  'state-table': stateTableFaults,
  'webhook-event': webhookEventFaults,
};
