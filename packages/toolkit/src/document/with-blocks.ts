import type { BundledContract } from './bundled-contract.ts';
import { isJsonObject, type JsonObject } from './json-object.ts';

/** The values of a contract that declares none of a block. */
const defaults = {
  servers: [],
  tags: [],
  webhooks: {},
  'x-errors': {},
  'x-states': {},
  'x-limits': {
    headers: {
      limit: 'RateLimit-Limit',
      remaining: 'RateLimit-Remaining',
      reset: 'RateLimit-Reset',
      retry_after: 'Retry-After',
    },
  },
  'x-access': {
    // No key begins with a space, so no key of a contract without modes is a live one.
    key_modes: { test: { prefix: '', livemode: false }, live: { prefix: ' ', livemode: true } },
    scopes: {},
    refusal_order: [],
  },
  'x-idempotency': { operations: [], header: '' },
  'x-delivery': { headers: {}, signature: { header: '' } },
};

/** Methods that HTTP defines as safe to repeat. */
const repeatable = new Set(['get', 'head', 'put', 'delete']);

/** Returns a bundled contract with an empty form of each part that it lacks, so that a contract without behavior compiles. */
export function withBlocks(bundled: JsonObject): BundledContract {
  const components = isJsonObject(bundled['components']) ? bundled['components'] : {};
  const paths = isJsonObject(bundled['paths']) ? bundled['paths'] : {};
  // The defaults have the parts that the compiler reads; lint checks those that are declared.
  return {
    ...defaults,
    ...bundled,
    paths: Object.fromEntries(Object.entries(paths).map(([path, methods]) => [path, withBehavior(methods)])),
    components: { responses: {}, schemas: {}, ...components },
  } as unknown as BundledContract;
}

function withBehavior(methods: unknown): JsonObject {
  if (!isJsonObject(methods)) return {};
  const operations = Object.entries(methods).map(([method, operation]) => {
    if (!isJsonObject(operation) || operation['x-behavior'] !== undefined) return [method, operation];
    const behavior = { metered: false, scope: '', repeatable: repeatable.has(method), rules: [] };
    return [method, { ...operation, 'x-behavior': behavior }];
  });
  return Object.fromEntries(operations);
}
