/**
 * Writes a client that needs no other package of ours: the generated methods, types and tables, and a copy of the runtime. The runtime is
 * that of @booking-service/client, with the names of the product in the place of its own.
 */
import { readFileSync } from 'node:fs';
import type { BundledContract, ContractOperation, ContractSchema, StateMachine } from '../document/bundled-contract.ts';
import { pascal, type Product } from '../document/names.ts';
import { resolve } from './client-resources.ts';
import { constantText, errorCodes } from './generated-tables.ts';

/** The files of the runtime, from src/lib of @booking-service/client. They know no operation. */
const runtimeFiles = [
  'connect.ts',
  'errors.ts',
  'options.ts',
  'resources/call.ts',
  'resources/received.ts',
  'transport/exchange.ts',
  'transport/middleware.ts',
  'transport/transport.ts',
] as const;

const runtimePackage = '@booking-service/client';
/** The product of the runtime, whose names begin with it. */
const [runtimeProduct = ''] = /[a-z]+/.exec(runtimePackage) ?? [];

/** The text of a file of the runtime. */
export function runtimeText(path: string): string {
  return readFileSync(new URL(`../src/lib/${path}`, import.meta.resolve('@booking-service/client')), 'utf8');
}

/** The copy of the runtime for a product, by the paths in the folder `lib` of its client. */
export function clientRuntime(product: Product): Map<string, string> {
  return new Map(runtimeFiles.map((path) => [path, renamed(runtimeText(path), product)]));
}

/** The ids of rules in a comment: ` (ERR-1, ERR-2)`. */
const ruleIds = / \([A-Z]{3}-\d+(?:, [A-Z]{3}-\d+)*\)/g;

/** Puts the names of a product in the place of those of the runtime. */
function renamed(text: string, { client, scope, variables }: Product): string {
  const type = `${pascal(runtimeProduct)}Client`;
  return text
    .replaceAll(`create${type}`, client.create)
    .replaceAll(type, client.type)
    .replaceAll(`${runtimeProduct.toUpperCase()}_`, `${variables}_`)
    .replaceAll(`${runtimePackage.slice(1).replace('/', '-')}/`, `${scope}-client/`)
    .replaceAll(runtimePackage, `@${scope}/client`)
    .replaceAll(ruleIds, '');
}

/** Names that the file of types uses itself. */
const reserved = new Set(['ErrorCode', 'ErrorDetail', 'OperationId', 'Page', 'Received', 'Schemas']);

/** The client's own types of schemas: those that its methods take and return. */
export function clientTypes({ paths, components }: BundledContract): string {
  const { schemas } = components;
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const nameOf = (schema: ContractSchema | undefined) => schema?.$ref?.split('/').at(-1) ?? '';
  const received = operations.flatMap(({ responses }) =>
    Object.entries(responses).flatMap(([status, { content }]) => {
      const schema = status.startsWith('2') ? content?.['application/json']?.schema : undefined;
      const name = nameOf(schema);
      return [name, nameOf((schema?.$ref ? schemas[name] : schema)?.properties?.['data']?.items)];
    }),
  );
  const sent = operations.map(({ requestBody }) => nameOf(requestBody?.content['application/json']?.schema));
  const known = (names: readonly string[]) =>
    [...new Set(names)].filter((name) => schemas[name] && !reserved.has(name)).toSorted();
  const comment = (name: string) => {
    const description = schemas[name]?.['description'];
    return typeof description === 'string' ? `/** ${description.trim().replaceAll('*/', '')} */\n` : '';
  };
  const returned = known(received);
  const given = known(sent).filter((name) => !returned.includes(name));
  return [
    `import type { Received } from './received.ts';\n`,
    `import type { components, operations } from '../../generated/openapi.ts';\n`,
    `import type { RefusalCodes } from '../../generated/tables.ts';\n`,
    `\ntype Schemas = components['schemas'];\n`,
    `\n/** The operationId of an operation of the contract. */\nexport type OperationId = keyof operations;\n`,
    `\n/** A code of a refusal. */\nexport type ErrorCode = RefusalCodes[OperationId];\n`,
    `\n/** One field of a request that violates the contract. */\n`,
    `export interface ErrorDetail {\n  readonly path: string;\n  readonly message: string;\n}\n`,
    `\n/** One page of a list. If \`next_cursor\` has a value, another page follows: pass it as its \`cursor\`. */\n`,
    `export interface Page<Item> {\n  readonly data: readonly Item[];\n  readonly next_cursor?: string | null;\n}\n`,
    ...returned.map((name) => `\n${comment(name)}export type ${name} = Received<Schemas['${name}']>;\n`),
    ...given.map((name) => `\n${comment(name)}export type ${name} = Schemas['${name}'];\n`),
  ].join('');
}

/** The function that creates the client, and its type. */
export function clientEntry({ name, client }: Product): string {
  return `import { createCore, type ClientCore } from './connect.ts';
import { createResources, type Resources } from '../generated/resources.ts';
import type { ${client.type}Options } from './options.ts';

/** Calls ${name}. */
export interface ${client.type} extends Resources, ClientCore {
  /** A client like this one, with some options changed. */
  withOptions(changes: Partial<${client.type}Options>): ${client.type};
}

/**
 * Creates a client.
 *
 * @throws TypeError if the API key is missing, malformed or not of the expected mode, if baseUrl is not an http(s) URL, or in
 * a browser without dangerouslyAllowBrowser.
 */
export function ${client.create}(options: ${client.type}Options = {}): ${client.type} {
  return createCore(options, createResources);
}
`;
}

/** The exports of the client. */
export function clientIndex({ client }: Product): string {
  return `export type { Received, UnknownMember, UnknownValue } from './lib/resources/received.ts';
export type * from './generated/resources.ts';
export type { DataWithResponse, Call, ListCall, Result } from './lib/resources/call.ts';
export { ${client.create}, type ${client.type} } from './lib/client.ts';
export {
  AbortedError,
  ${client.type}Error,
  ConnectionError,
  DeadlineError,
  matchError,
  RefusedError,
  TimeoutError,
  UnreadableError,
  WrongModeError,
  type CallError,
  type ErrorCases,
  type SomeErrorCases,
} from './lib/errors.ts';
export type {
  ${client.type}Options,
  CallLimits,
  CallOptions,
  Clock,
  IdempotentOptions,
  LogFields,
  Logger,
  LogLevel,
} from './lib/options.ts';
export type {
  Attempt,
  AttemptInfo,
  CallInfo,
  CallOutcome,
  CallRecord,
  CallWrapper,
  Middleware,
  RateLimit,
} from './lib/transport/middleware.ts';
export type * from './lib/resources/resources.ts';
`;
}

// Writes the client's generated tables: its behavior by operation, code and status.

/** The tables that the client reads at run time, and the error codes of each operation as types. */
export function clientTables(contract: BundledContract, version: string): string {
  const idempotency = contract['x-idempotency'];
  const operations = operationsOf(contract).map(({ method, path, operation }) => ({
    name: operation.operationId,
    call: [method.toUpperCase(), path, ...objectOf(contract, operation)].join(' '),
    isRepeatable: operation['x-behavior'].repeatable,
  }));
  const modes = Object.entries(contract['x-access'].key_modes).map(([mode, { prefix }]) => [mode, prefix]);
  return [
    `/** The client's own version, as in its package.json. */\n`,
    constantText('clientVersion', version),
    `\n/** The method and path of each operation, and the \`object\` of its success if it has one. \`-\`: it has no body. */\n`,
    constantText('operationTable', Object.fromEntries(operations.map(({ name, call }) => [name, call]))),
    `\n/** The operations that are not sent again after an attempt whose outcome is unknown. */\n`,
    constantText(
      'unrepeatable',
      operations.filter(({ isRepeatable }) => !isRepeatable).map(({ name }) => name),
    ),
    `\n/** The header that makes an operation safe to retry, for operations that need one. */\n`,
    constantText(
      'keyHeaders',
      Object.fromEntries(idempotency.operations.map((operation) => [operation, idempotency.header])),
    ),
    `\n/** The codes of a 5xx that are safe to retry: nothing happened. Any other 5xx may have changed something. */\n`,
    constantText('unstarted', unstartedCodes(contract['x-errors'])),
    `\n/** The headers with the rest of the window, and the time until the next request may pass. */\n`,
    constantText('limitHeaders', contract['x-limits'].headers),
    `\n/** The prefix of the API keys of each mode. */\n`,
    constantText('keyPrefixes', Object.fromEntries(modes)),
    `\n/** The statuses that a resource may still reach, by its status. null: all of them. */\n`,
    constantText('statusesAfter', reachable(Object.values(contract['x-states'])[0])),
    `\n/** The error codes of each operation. */\n`,
    refusalCodes(contract),
  ].join('');
}

/** The constant `object` of the operation's success; `-` without a body. */
function objectOf(contract: BundledContract, { responses }: ContractOperation): string[] {
  if (responses['204']) return ['-'];
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const schema = success?.content?.['application/json']?.schema;
  const { const: object } = (schema && resolve<ContractSchema>(contract, schema).properties?.['object']) ?? {};
  return typeof object === 'string' ? [object] : [];
}

/** The codes that are not decided by their status. Every other code follows its status: 429 always, 5xx maybe, 4xx never. */
function unstartedCodes(errors: BundledContract['x-errors']): string[] {
  return Object.entries(errors).flatMap(([code, { status = 0, retry, effect }]) => {
    const verdict = retry === 'never' ? 'never' : effect === 'unknown' ? 'if_repeatable' : 'always';
    const byStatus = status === 429 ? 'always' : status >= 500 ? 'if_repeatable' : 'never';
    if (verdict === byStatus || status === 0) return [];
    if (verdict === 'always') return [code];
    throw new Error(
      `The client cannot retry ${code} by its status ${status}: extend judge in transport.ts to the verdict ${verdict}.`,
    );
  });
}

function reachable(machine: StateMachine | undefined): Record<string, readonly string[] | null> {
  const { states = {}, transitions = [] } = machine ?? {};
  const all = Object.keys(states);
  const rows = all.map((status) => {
    const seen = new Set<string>();
    const waiting = [status];
    for (const from of waiting) {
      for (const { to } of transitions.filter((each) => each.from === from)) {
        if (!seen.has(to)) waiting.push(to);
        seen.add(to);
      }
    }
    return [status, seen.size < all.length ? [...seen] : null] as const;
  });
  return Object.fromEntries(rows);
}

function refusalCodes(contract: BundledContract): string {
  const lines = operationsOf(contract).map(({ operation }) => {
    const codes = Object.entries(operation.responses)
      .filter(([status]) => !status.startsWith('2'))
      .flatMap(([, response]) => errorCodes(contract, response));
    return `  readonly ${operation.operationId}:\n${[...new Set(codes)].map((code) => `    | '${code}'\n`).join('') || '    never\n'}`;
  });
  return `export interface RefusalCodes {\n${lines.map((line) => line.replace(/\n$/, ';\n')).join('')}}\n`;
}

function operationsOf(contract: BundledContract) {
  return Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
}
