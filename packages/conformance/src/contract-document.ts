import { createRequire } from 'node:module';
import { operationTable, type OperationId } from '@booking-service/contract';
import { closeResponses } from '@booking-service/contract/close-responses';

type Node = { readonly [key: string]: Node } & { readonly $ref?: string };

/** A documented header, and the pointer to its schema. */
export interface DocumentedHeader {
  readonly name: string;
  readonly required: boolean;
  readonly pointer: string;
  readonly integer: boolean;
}

/** A documented response, and the pointer to it. */
export interface DocumentedResponse {
  readonly pointer: string;
  readonly headers: readonly DocumentedHeader[];
  readonly codes: readonly string[];
}

let closed: object | undefined;

/** The contract, closed: an undocumented field, code or type is a violation. A check judges the version that it was made for. */
export function contractDocument(): object {
  closed ??= closeResponses(createRequire(import.meta.url)('@booking-service/contract/openapi.json') as object);
  return closed;
}

/** Returns the documented response of an operation, or of a request outside all of them. Undefined if the status is not documented. */
export function findResponse(operation: OperationId | undefined, status: number): DocumentedResponse | undefined {
  const found = resolve(operation ? `${pointerOf(operation)}/responses/${status}` : `/x-unrouted/${status}`);
  if (!found) return undefined;
  const headers = Object.keys(found.node['headers'] ?? {}).flatMap((name) => {
    const header = resolve(`${found.pointer}/headers/${name}`);
    if (!header) return [];
    // OpenAPI defines these fields of a header.
    const { required = false, schema } = header.node as unknown as { required?: boolean; schema: { type?: string } };
    return [{ name, required, pointer: `${header.pointer}/schema`, integer: schema.type === 'integer' }];
  });
  const codes = (found.node['x-error-codes'] ?? []) as unknown as readonly string[];
  return { pointer: found.pointer, headers, codes };
}

function pointerOf(operation: OperationId): string {
  const { path, method } = operationTable[operation];
  return `/paths/${path.replaceAll('/', '~1')}/${method}`;
}

function resolve(pointer: string): { pointer: string; node: Node } | undefined {
  let node: Node | undefined = contractDocument() as unknown as Node;
  for (const part of pointer.split('/').slice(1)) node = node?.[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  if (!node) return undefined;
  return node.$ref === undefined ? { pointer, node } : resolve(node.$ref.slice(1));
}
