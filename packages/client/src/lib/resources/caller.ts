import { Call, type DataWithResponse } from './call.ts';
import type { CallError } from '../errors.ts';
import { operationTable } from '../../generated/tables.ts';
import { guardPath } from '../transport/guard-path.ts';
import type { CallOptions } from '../options.ts';
import type { OperationId } from './resources.ts';
import type { Transport } from '../transport/transport.ts';

/** Calls an operation. `body` is its request body, `path` has the parameters of its path. `query` begins with its question mark. */
export type Caller = <Data, K extends OperationId>(
  operation: K,
  options?: CallOptions,
  body?: unknown,
  path?: Readonly<Record<string, string>>,
  query?: string,
) => Call<Data, CallError<K>>;

/** Creates calls without openapi-fetch, which would build a request that the transport then takes apart. */
export function createCaller(baseUrl: string, transport: Transport): Caller {
  async function carry<Data>(
    operation: OperationId,
    options: CallOptions = {},
    body?: unknown,
    parameters?: Readonly<Record<string, string>>,
    query = '',
  ): Promise<DataWithResponse<Data>> {
    const [method, path] = operationTable[operation].split(' ') as [method: string, path: string];
    const { record, response } = await transport(
      { operation, method, path },
      baseUrl + guardPath(path, parameters) + query,
      body ? JSON.stringify(body) : null,
      options,
    );
    // The transport has checked the body. Each resource types it.
    return { ...record, data: (await response.json()) as Data, response };
  }

  return (...input) => new Call(carry(...input));
}
