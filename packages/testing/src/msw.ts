/** Handlers of MSW that respond with the fixtures of the contract, for tests that need no server. */
import { createRequire } from 'node:module';
import { http, HttpResponse, type HttpHandler, type JsonBodyType } from 'msw';
import { operationTable, type OperationId } from '@booking-service/contract';

/** Options of {@link exampleHandlers} and {@link exampleHandler}. */
export interface ExampleOptions {
  /** The URL of the service, as your client has it. */
  readonly baseUrl: string;
}

/** Options of {@link exampleHandler}. */
export interface ExampleHandlerOptions extends ExampleOptions {
  /** The status of the response. Default: the last success of the contract, which is 201 for a create. */
  readonly status?: number;
  /** The name of the example. Default: the first one of the response. */
  readonly example?: string;
}

/** Returns a handler for every operation. Each responds with an example of its success. */
export function exampleHandlers({ baseUrl }: ExampleOptions): HttpHandler[] {
  // The table is an object with these keys.
  return (Object.keys(operationTable) as OperationId[]).map((operationId) => exampleHandler(operationId, { baseUrl }));
}

/** Returns a handler for one operation, for `server.use`: a refusal, or another example. Throws if the contract has no such example. */
export function exampleHandler(
  operationId: OperationId,
  { baseUrl, status: given, example: name }: ExampleHandlerOptions,
): HttpHandler {
  const { method, path, successes } = operationTable[operationId];
  const status = given ?? Number(successes.at(-1));
  const fixtures = (load(`@booking-service/contract/fixtures/${operationId}.json`) as Fixtures)[status] ?? [];
  const fixture = fixtures.find((each) => name === undefined || each.name === name);
  if (!fixture) {
    const names = [...new Set(fixtures.map((each) => each.name))].join(', ');
    throw new Error(
      `The contract has no example "${name ?? ''}" for ${operationId} with the status ${status}. It has: ${names}`,
    );
  }
  const { headers, body } = fixture.response;
  const url = baseUrl.replace(/\/$/, '') + path.replaceAll(/\{(\w+)\}/g, ':$1');
  return http[method](url, () => HttpResponse.json(body, { status, headers }));
}

/** The fixtures of an operation by the status of the response. */
interface Fixtures {
  readonly [status: number]: readonly Fixture[];
}

interface Fixture {
  readonly name: string;
  readonly response: { readonly headers: Readonly<Record<string, string>>; readonly body: JsonBodyType };
}

const load = createRequire(import.meta.url);
