import { Call, type DataWithResponse } from './call.ts';
import type { CallError } from '../errors.ts';
import { operationTable } from '../../generated/tables.ts';
import { guardPath } from '../transport/guard-path.ts';
import type { CallOptions } from '../options.ts';
import type { OperationId } from './resources.ts';
import type { Transport } from '../transport/transport.ts';

/** Calls an operation. `body` is its request body, `id` the parameter of its path. */
export type Caller = <Data, K extends OperationId>(
  operation: K,
  options?: CallOptions,
  body?: unknown,
  id?: string,
) => Call<Data, CallError<K>>;

/** Creates calls without openapi-fetch, which would build a request that the transport then takes apart. */
export function createCaller(baseUrl: string, transport: Transport): Caller {
  async function carry<Data>(
    operation: OperationId,
    options: CallOptions = {},
    body?: unknown,
    id?: string,
  ): Promise<DataWithResponse<Data>> {
    const [method, path] = operationTable[operation].split(' ') as [method: string, path: string];
    const { record, response } = await transport(
      { operation, method, path },
      baseUrl + guardPath(path, { id }),
      body ? JSON.stringify(body) : null,
      options,
    );
    // The transport has checked the body. Each resource types it.
    return { ...record, data: (await response.json()) as Data, response };
  }

  return (...input) => new Call(carry(...input));
}
