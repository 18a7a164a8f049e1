/** The valid bodies of the operations: the contract's examples. */
import { createRequire } from 'node:module';
import { operationTable, type OperationId } from '@booking-service/contract';

interface Operation {
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly examples: Readonly<Record<string, Example>> } };
  };
}

interface Example {
  readonly value: object;
}

// The contract's lint requires an example for each body.
const { paths } = createRequire(import.meta.url)('@booking-service/contract/openapi.json') as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

/** Returns the first example of the operation's body. Undefined if the operation has no body. */
export function exampleBody(operationId: OperationId): object | undefined {
  const { path, method } = operationTable[operationId];
  const { requestBody } = paths[path]?.[method] ?? {};
  return Object.values(requestBody?.content['application/json'].examples ?? {})[0]?.value;
}
