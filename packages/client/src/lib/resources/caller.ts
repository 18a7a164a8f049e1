import type { Client } from 'openapi-fetch';
import { Call, type DataWithResponse } from './call.ts';
import type { CallError } from '../errors.ts';
import type { paths } from '../../generated/openapi.ts';
import { operationTable } from '../../generated/tables.ts';
import type { CallOptions } from '../options.ts';
import type { CallRecord } from '../transport/record.ts';
import type { OperationId } from './resources.ts';
import type { Transport } from '../transport/transport.ts';

/** Calls an operation. `body` is its request body, `id` the parameter of its path. */
export type Caller = <Data, K extends OperationId>(
  operation: K,
  options?: CallOptions,
  body?: unknown,
  id?: string,
) => Call<Data, CallError<K>>;

type LooseRequest = (
  method: string,
  path: string,
  init: object,
) => Promise<{ readonly data?: unknown; readonly response: Response }>;

/** Creates calls over a separate openapi-fetch client, which the middleware of `raw` does not reach. */
export function createCaller({ request }: Client<paths>, transport: Transport): Caller {
  // Each resource types the path, the body and the response of its operations.
  const send = request as unknown as LooseRequest;

  async function carry<Data>(
    operation: OperationId,
    options?: CallOptions,
    body?: unknown,
    id?: string,
  ): Promise<DataWithResponse<Data>> {
    const [method, path] = operationTable[operation].split(' ') as [method: string, path: string];
    let record: CallRecord | undefined;
    const { data, response } = await send(method, path, {
      ...options,
      body,
      params: { path: { id } },
      async fetch(sent: Request) {
        const outcome = await transport(sent);
        ({ record } = outcome);
        return outcome.response;
      },
    });
    // Every response comes from the fetch above.
    return { ...(record as unknown as CallRecord), data: data as Data, response };
  }

  return (...input) => new Call(carry(...input));
}
