import { attemptCauses } from '../document/attempt-causes.ts';
import { pascal } from '../document/names.ts';
import {
  createPlace,
  isObject,
  items,
  type Location,
  type Resolve,
  type Rule,
  type RuleOptions,
  standsIn,
  webhooks,
} from './contract.ts';
import { access, deprecation, idempotency, knownRules, operationId } from './rules/operations.ts';
import { adminCommands, adminRefusals, adminRoles } from './rules/admin.ts';
import { behaviorSchema } from './rules/behavior-schema.ts';
import { bounded, exemplified, generatedCode, instantNames, oneShape, openResponses } from './rules/bodies.ts';
import { deliverySchedule, providerSignature, runSchedule, webhookEvent } from './rules/deliveries.ts';
import { errorCatalogue, errorCodes, references, refusalsDeclared } from './rules/errors.ts';
import { limits, meteredHeaders } from './rules/limits.ts';
import { proseValues } from './rules/prose-values.ts';
import { stateTable } from './rules/state-table.ts';

import { findSchema } from './schemas.ts';

interface RedoclyVisitor {
  Root(root: unknown, context: RedoclyContext): void;
}

interface RedoclyContext {
  readonly location: Location;
  readonly resolve: Resolve;
  readonly report: (problem: { message: string; location: Location }) => void;
}

interface RedoclyPlugin {
  readonly id: string;
  readonly preprocessors: { readonly oas3: Readonly<Record<string, () => RedoclyVisitor>> };
  readonly rules: { readonly oas3: Readonly<Record<string, (options?: RuleOptions) => RedoclyVisitor>> };
}

/** The toolkit's own rules. Configurations use their names after `contract/`. */
const rules = {
  access,
  'admin-commands': adminCommands,
  'admin-refusals': adminRefusals,
  'admin-roles': adminRoles,
  'behavior-schema': behaviorSchema,
  bounded,
  'delivery-schedule': deliverySchedule,
  deprecation,
  'run-schedule': runSchedule,
  'error-catalogue': errorCatalogue,
  'error-codes': errorCodes,
  exemplified,
  'generated-code': generatedCode,
  idempotency,
  'instant-names': instantNames,
  'known-rules': knownRules,
  limits,
  'metered-headers': meteredHeaders,
  'one-shape': oneShape,
  'open-responses': openResponses,
  'operation-id': operationId,
  'prose-values': proseValues,
  'provider-signature': providerSignature,
  references,
  'refusals-declared': refusalsDeclared,
  'state-table': stateTable,
  'webhook-event': webhookEvent,
} satisfies Record<string, Rule>;

/** Redocly loads a plugin from its default export. */
export default function contractPlugin(): RedoclyPlugin {
  const visitors = Object.entries(rules).map(
    ([name, rule]) => [name, (options: RuleOptions = {}) => visitRoot(rule, options)] as const,
  );
  const preprocessors = {
    oas3: { 'attempt-causes': defaultCauses, 'error-enums': errorEnums, 'webhook-headers': webhookHeaders },
  };
  return { id: 'contract', preprocessors, rules: { oas3: Object.fromEntries(visitors) } };
}

/** Lists the codes of x-errors in the enums of the error schemas. So the catalogue is the only list of codes (ERR-6). */
function errorEnums(): RedoclyVisitor {
  const enums = [
    ['ErrorCode', 'x-extensible-enum', 'error_code'],
    ['OlderErrorCode', 'enum', 'error'],
  ] as const;
  return {
    Root: (root, { location, resolve }) => {
      const contract = createPlace({ value: root, location }, resolve);
      const entries = contract.at('x-errors').entries();
      const resources = contract.at('x-states').entries();
      const ofResources = resources.map(([name]) => [`${pascal(name)}ErrorCode`, 'x-extensible-enum', name] as const);
      for (const [name, keyword, field] of [...enums, ...ofResources]) {
        const schema = findSchema(contract, name).value;
        const codes = entries.filter(([, entry]) => standsIn(entry, field)).map(([code]) => code);
        if (isObject(schema)) schema[keyword] = codes.toSorted();
      }
    },
  };
}

/** Completes x-delivery with the causes that the kernel reports, if it lists none. */
function defaultCauses(): RedoclyVisitor {
  return {
    Root: (root, { location, resolve }) => {
      const { value: delivery } = createPlace({ value: root, location }, resolve).at('x-delivery');
      if (isObject(delivery)) delivery['attempt_causes'] ??= attemptCauses;
    },
  };
}

/** Gives every webhook the headers of x-delivery as its parameters, before the rules run and before the contract is bundled. */
function webhookHeaders(): RedoclyVisitor {
  return {
    Root: (root, { location, resolve }) => {
      const contract = createPlace({ value: root, location }, resolve);
      const headers = items(contract.at('x-delivery', 'headers'));
      const parameters = headers.map(({ value }) => ({ ...(isObject(value) && value), in: 'header' }));
      for (const { place } of webhooks(contract)) if (isObject(place.value)) place.value['parameters'] = parameters;
    },
  };
}

/** Turns a rule into a Redocly rule, which runs once per document. Reports a problem that several operations share only once. */
function visitRoot(rule: Rule, options: RuleOptions): RedoclyVisitor {
  return {
    Root: (root, { location, resolve, report }) => {
      const reported = new Set<string>();
      for (const { place, message } of rule(createPlace({ value: root, location }, resolve), options)) {
        const key = `${place.location.absolutePointer} ${message}`;
        if (!reported.has(key)) report({ message, location: place.location });
        reported.add(key);
      }
    },
  };
}
