/** openapi-fetch over the transport of the client: for operations by their paths, and for code that is written for openapi-fetch. */
import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './generated/openapi.ts';
import { operationTable } from './generated/tables.ts';
import { connect } from './lib/connect.ts';
import { RefusedError } from './lib/errors.ts';
import type { BookingClientOptions, CallLimits } from './lib/options.ts';
import type { OperationId } from './lib/resources/resources.ts';
import { guardPath } from './lib/transport/exchange.ts';
import type { CallInfo } from './lib/transport/middleware.ts';

/**
 * Creates a client of openapi-fetch, typed by the contract: with the same options as `createBookingClient`, and the same key, retries,
 * limits and guards. A refusal is returned as `error`; every other failure is thrown. `timeout`, `deadline`, `retries` and
 * `idempotencyKey` go beside `body`.
 *
 * @throws TypeError as createBookingClient does.
 */
export function createRawClient(options: BookingClientOptions = {}): Client<paths> {
  const { baseUrl: given, transport } = connect(options);
  // openapi-fetch needs a URL at once. The transport replaces it by that of a function.
  const isLate = typeof given !== 'string';
  const baseUrl = (isLate ? 'http://service.invalid' : given).replace(/\/$/, '');
  return createClient({
    baseUrl,
    pathSerializer: guardPath,
    // openapi-fetch leaves the options of a call on its request.
    async fetch(request: Request & Partial<CallLimits>) {
      if (!request.url.startsWith(`${baseUrl}/`)) throw new TypeError(`${request.url} is not below ${baseUrl}.`);
      const path = request.url.slice(baseUrl.length);
      const info = findOperation(`${request.method} ${path}`);
      const target = (url: string) => (isLate ? url + path : request);
      try {
        return (await transport(info, target, (await request.text()) || null, request)).response;
      } catch (error) {
        if (error instanceof RefusedError) return error.response;
        throw error;
      }
    },
  });
}

/** Returns the call of a method and a path, with the path in the contract: `/v1/things/{id}` of `/v1/things/1?…`. */
function findOperation(url: string): CallInfo {
  const called = url.replace(/\?.*/, '');
  const [operation, call = called] =
    Object.entries(operationTable).find(([, known]) =>
      new RegExp(`^${known.replace(/\{(\w+)\}/g, '[^/]+').replace(/ [^/]*$/, '')}$`).test(called),
    ) ?? [];
  const [method, path] = call.split(' ') as [method: string, path: string];
  // The table's keys are the operationIds.
  return { operation: operation as OperationId | undefined, method, path };
}
