import { createRequire } from 'node:module';
import { operationTable, type OperationId } from '@booking-service/contract';
import { closeResponses } from '@booking-service/contract/close-responses';
import { loadContractDocument } from '../http/documents.ts';

interface HeaderObject {
  readonly required?: boolean;
  readonly schema: { readonly type: string };
}

/** A documented header and the pointer to its schema. */
export interface ContractHeader {
  readonly name: string;
  readonly required: boolean;
  readonly pointer: string;
  readonly integer: boolean;
}

/** A documented response and the pointer to it. */
export interface ContractResponse {
  /** JSON pointer, from the root of the document. */
  readonly pointer: string;
  readonly headers: readonly ContractHeader[];
  readonly errorCodes: readonly string[];
}

type Node = { readonly [key: string]: Node } & { readonly $ref?: string };

// The whole document as plain nodes. The type of loadContractDocument declares only what the server reads.
const document = closeResponses(loadContractDocument()) as unknown as Node;

const load = createRequire(import.meta.url);
/** The contract of each kind of system that the service sends requests to. `contract` is that of the receivers of webhooks. */
export const contractDocuments: Readonly<Record<ContractName, Node>> = {
  contract: document,
  provider: load('@booking-service/contract/provider.json') as Node,
  'card-service': load('@booking-service/contract/card-service.json') as Node,
};

export type ContractName = 'contract' | 'provider' | 'card-service';

/** Returns the operation of a request, or undefined if no operation has this path and method. */
export function findOperation(method: string, path: string): OperationId | undefined {
  if (!isDecodable(path)) return undefined;
  const routeMethod = method === 'HEAD' ? 'get' : method.toLowerCase();
  const entries = Object.entries(operationTable) as [OperationId, { method: string; path: string }][];
  return entries.find(([, row]) => row.method === routeMethod && toPattern(row.path).test(path))?.[0];
}

/** Returns the documented response for this status, or undefined. */
export function findResponse(operationId: OperationId | 'unrouted', status: number): ContractResponse | undefined {
  const pointer =
    operationId === 'unrouted'
      ? `/x-unrouted/${status}`
      : `/paths/${escapePointer(operationTable[operationId].path)}/${operationTable[operationId].method}/responses/${status}`;
  const response = resolve(pointer);
  if (!response) return undefined;
  const headers = Object.keys(response.node['headers'] ?? {}).map((name) => {
    const header = resolve(`${response.pointer}/headers/${escapePointer(name)}`);
    if (!header) throw new Error(`${response.pointer} refers to a header ${name} that does not exist.`);
    return toContractHeader(name, header);
  });
  // The linter checks that x-error-codes is an array of strings.
  const errorCodes = (response.node['x-error-codes'] ?? []) as unknown as readonly string[];
  return { pointer: response.pointer, headers, errorCodes };
}

/** Returns the documented headers of the request that this POST of a contract gets. Empty if the contract has no such POST. */
export function findRequestHeaders(contract: ContractName, post: string): ContractHeader[] {
  const pointer = `${post}/parameters`;
  const from = contractDocuments[contract];
  return Object.keys(resolve(pointer, from)?.node ?? {}).flatMap((index) => {
    const parameter = resolve(`${pointer}/${index}`, from);
    if (!parameter) throw new Error(`${pointer} refers to a parameter that does not exist.`);
    const { in: place, name } = parameter.node as unknown as { in: string; name: string };
    return place === 'header' ? [toContractHeader(name, parameter)] : [];
  });
}

function toContractHeader(name: string, { pointer, node }: { pointer: string; node: Node }): ContractHeader {
  // OpenAPI defines these fields for header objects and for parameters.
  const { required = false, schema } = node as unknown as HeaderObject;
  return { name, required, pointer: `${pointer}/schema`, integer: schema.type === 'integer' };
}

/** The names of all headers that the contract declares for responses, in lower case. */
export const contractHeaders: ReadonlySet<string> = new Set(
  Object.keys(document['components']?.['headers'] ?? {}).map((name) => name.replace(/-known$/, '').toLowerCase()),
);

/** Returns the documented statuses of each operation. */
export function documentedStatuses(): { operationId: OperationId; status: number }[] {
  return (Object.entries(operationTable) as [OperationId, { path: string; method: string }][]).flatMap(
    ([operationId, { path, method }]) =>
      Object.keys(document['paths']?.[path]?.[method]?.['responses'] ?? {}).map((status) => ({
        operationId,
        status: Number(status),
      })),
  );
}

function resolve(pointer: string, from: Node = document): { pointer: string; node: Node } | undefined {
  let node: Node | undefined = from;
  for (const part of pointer.split('/').slice(1)) node = node?.[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  if (!node) return undefined;
  return node.$ref === undefined ? { pointer, node } : resolve(node.$ref.slice(1), from);
}

/** Returns whether the path is valid percent-encoding. If it is not, it names no resource. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

export function escapePointer(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}
