import type { Client } from 'openapi-fetch';
import { Call, type DataWithResponse } from './call.ts';
import type { CallError } from '../errors.ts';
import type { paths } from '../../generated/openapi.ts';
import { operationTable } from '../../generated/tables.ts';
import type { CallOptions } from '../options.ts';
import type { CallRecord } from '../transport/record.ts';
import type { OperationId } from './resources.ts';
import type { Transport } from '../transport/transport.ts';

/** What a call is made with. */
export interface CallInput extends CallOptions {
  readonly id?: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string | undefined;
}

/** Calls an operation and gives its answer as the type that the resource names. */
export type Caller = <Data, K extends OperationId>(operation: K, input: CallInput) => Call<Data, CallError<K>>;

/** A client over a fetch. */
export type Connect = (fetch: (request: Request) => Promise<Response>) => Client<paths>;

type LooseRequest = (
  method: string,
  path: string,
  init: object,
) => Promise<{ readonly data?: unknown; readonly response: Response }>;

/** Calls over a client of its own, which no middleware of `raw` reaches. */
export function createCaller(connect: Connect, transport: Transport): Caller {
  const records = new WeakMap<Response, CallRecord>();
  const { request } = connect(async (sent) => {
    const { response, record } = await transport(sent);
    records.set(response, record);
    return response;
  });
  // The path, the body and the answer fit the operation: each resource types all three.
  const send = request as unknown as LooseRequest;

  async function carry<Data>(operation: OperationId, { id, ...init }: CallInput): Promise<DataWithResponse<Data>> {
    const [method, path] = operationTable[operation].split(' ') as [method: string, path: string];
    const { data, response } = await send(method, path, { ...init, params: { path: { id } } });
    return { ...(records.get(response) as CallRecord), data: data as Data, response };
  }

  return (operation, input) => new Call(carry(operation, input));
}
