/**
 * Writes a client that needs no other package of ours: the generated methods, types and tables, and a copy of the runtime. The runtime is
 * that of @booking-service/client, with the names of the product in the place of its own.
 */
import { readFileSync } from 'node:fs';
import type { BundledContract, ContractSchema } from '../document/bundled-contract.ts';
import type { Product } from '../document/product.ts';

/** The files of the runtime, from src/lib of @booking-service/client. They know no operation. */
const runtimeFiles = [
  'connect.ts',
  'core.ts',
  'errors.ts',
  'match-error.ts',
  'options.ts',
  'setting.ts',
  'resources/call.ts',
  'resources/pages.ts',
  'resources/received.ts',
  'transport/bounded.ts',
  'transport/check-response.ts',
  'transport/clock.ts',
  'transport/exchange.ts',
  'transport/guard-path.ts',
  'transport/logger.ts',
  'transport/middleware.ts',
  'transport/record.ts',
  'transport/retry-policy.ts',
  'transport/transport.ts',
] as const;

/** The text of a file of the runtime of @booking-service/client. */
export function runtimeText(path: string): string {
  return readFileSync(new URL(`../src/lib/${path}`, import.meta.resolve('@booking-service/client')), 'utf8');
}

/** The copy of the runtime for a product, by the paths in the folder `lib` of its client. */
export function clientRuntime(product: Product): Map<string, string> {
  return new Map(runtimeFiles.map((path) => [path, renamed(runtimeText(path), product)]));
}

/** The ids of rules of the booking service in a comment: ` (ERR-1, ERR-2)`. */
const ruleIds = / \([A-Z]{3}-\d+(?:, [A-Z]{3}-\d+)*\)/g;

/** Puts the names of a product in the place of those of the runtime. */
function renamed(text: string, { client, scope, variables }: Product): string {
  return text
    .replaceAll('createBookingClient', client.create)
    .replaceAll('BookingClient', client.type)
    .replaceAll('BOOKING_', `${variables}_`)
    .replaceAll('booking-service-client/', `${scope}-client/`)
    .replaceAll('@booking-service/client', `@${scope}/client`)
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
  return `import { createCore, type ClientCore } from './core.ts';
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
export type { Clock } from './lib/transport/clock.ts';
export {
  AbortedError,
  ${client.type}Error,
  ConnectionError,
  DeadlineError,
  RefusedError,
  TimeoutError,
  UnreadableError,
  WrongModeError,
  type CallError,
} from './lib/errors.ts';
export type { LogFields, Logger, LogLevel } from './lib/transport/logger.ts';
export { matchError, type ErrorCases, type SomeErrorCases } from './lib/match-error.ts';
export type { AttemptInfo, CallInfo, CallOutcome, CallWrapper, Middleware } from './lib/transport/middleware.ts';
export type { ${client.type}Options, CallLimits, CallOptions, IdempotentOptions } from './lib/options.ts';
export type { Attempt, CallRecord, RateLimit } from './lib/transport/record.ts';
export type * from './lib/resources/resources.ts';
`;
}
