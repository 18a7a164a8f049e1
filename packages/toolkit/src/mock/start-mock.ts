import { isJsonObject } from '../document/json-object.ts';
import { listen, type Listening, type PrismRequest } from './listen.ts';

export interface MockOptions {
  /** An OpenAPI document without references to other files, as `bundle` returns it. */
  readonly document: object;
  /** Default 0: any free port. */
  readonly port?: number | undefined;
}

/**
 * Starts a mock of a contract on 127.0.0.1. It returns the contract's examples: the lowest success status for a valid
 * request, the documented refusal for an invalid one. `Prefer: code=429` selects another documented status,
 * `Prefer: example=none` selects an example by its name. The mock stores nothing.
 *
 * @throws if the port is in use.
 */
export async function startMock({ port, document }: MockOptions): Promise<Listening> {
  return await listen({
    port,
    document,
    config: {
      isProxy: false,
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      errors: false,
      upstreamProxy: undefined,
      mock: { dynamic: false },
    },
    wrap: (request) => refuseWith(invalidStatus(document), request),
  });
}

/** The status of an invalid request: that of `invalid_request` in the error catalogue. */
function invalidStatus({ 'x-errors': errors }: { readonly 'x-errors'?: unknown }): number | undefined {
  const entry = isJsonObject(errors) ? errors['invalid_request'] : undefined;
  return isJsonObject(entry) && typeof entry['status'] === 'number' ? entry['status'] : undefined;
}

/**
 * Prism responds to an invalid request with 422 if the operation documents that status. A contract may use another one for every
 * invalid request and 422 for something else. So this function repeats such a request without validation and selects the right
 * status.
 */
function refuseWith(status: number | undefined, request: PrismRequest): PrismRequest {
  if (status === undefined || status === 422) return request;
  return (input, operations, config) => async () => {
    const first = await request(input, operations, config)();
    if (!config || 'left' in first || first.right.output.statusCode !== 422) return first;
    const { validations } = first.right;
    if (validations.input.length === 0) return first;
    const mock = { dynamic: false, code: status };
    const second = await request(input, operations, {
      ...config,
      checkSecurity: false,
      validateRequest: false,
      mock,
    })();
    return 'left' in second ? second : { ...second, right: { ...second.right, validations } };
  };
}
