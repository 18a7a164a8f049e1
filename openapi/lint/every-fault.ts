import { accessFaults } from './rules/access/faults.ts';
import { adminCommandsFaults } from './rules/admin-commands/faults.ts';
import { adminRefusalsFaults } from './rules/admin-refusals/faults.ts';
import { adminRolesFaults } from './rules/admin-roles/faults.ts';
import { behaviorSchemaFaults } from './rules/behavior-schema/faults.ts';
import { boundedFaults } from './rules/bounded/faults.ts';
import { deliveryScheduleFaults } from './rules/delivery-schedule/faults.ts';
import { errorCatalogueFaults } from './rules/error-catalogue/faults.ts';
import { errorCodesFaults } from './rules/error-codes/faults.ts';
import { exemplifiedFaults } from './rules/exemplified/faults.ts';
import { generatedCodeFaults } from './rules/generated-code/faults.ts';
import { idempotencyFaults } from './rules/idempotency/faults.ts';
import { knownRulesFaults } from './rules/known-rules/faults.ts';
import { limitsFaults } from './rules/limits/faults.ts';
import { meteredHeadersFaults } from './rules/metered-headers/faults.ts';
import { openResponsesFaults } from './rules/open-responses/faults.ts';
import { operationIdFaults } from './rules/operation-id/faults.ts';
import { refusalsDeclaredFaults } from './rules/refusals-declared/faults.ts';
import { runScheduleFaults } from './rules/run-schedule/faults.ts';
import { sandboxCodesFaults } from './rules/sandbox-codes/faults.ts';
import { stateTableFaults } from './rules/state-table/faults.ts';
import { webhookEventFaults } from './rules/webhook-event/faults.ts';
import type { Fault } from './fault.ts';

/** The faults that each rule must report, by the rule's name. */
export const everyFault: Readonly<Record<string, readonly Fault[]>> = {
  access: accessFaults,
  'admin-commands': adminCommandsFaults,
  'admin-refusals': adminRefusalsFaults,
  'admin-roles': adminRolesFaults,
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
