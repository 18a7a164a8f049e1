import { listen, type Request } from './listen.ts';

export interface PrismMockOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** An OpenAPI document. Default: the contract. */
  readonly document?: object;
}

export interface PrismMock extends AsyncDisposable {
  readonly url: string;
}

/**
 * Starts a mock of the service on 127.0.0.1. It returns the contract's examples: the lowest success status for a valid
 * request, the documented refusal for an invalid one. `Prefer: code=429` selects another documented status,
 * `Prefer: example=none` selects an example by its name. The mock stores nothing.
 */
export async function startPrismMock({ port, document }: PrismMockOptions = {}): Promise<PrismMock> {
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
    wrap: refuseWith400,
  });
}

/**
 * Prism responds to an invalid request with 422 if the operation documents that status. This contract uses 400 for every
 * invalid request and 422 for something else. So this function repeats such a request without validation and selects
 * the 400.
 */
function refuseWith400(request: Request): Request {
  return (input, operations, config) => async () => {
    const first = await request(input, operations, config)();
    if (!config || 'left' in first || first.right.output.statusCode !== 422) return first;
    const { validations } = first.right;
    if (validations.input.length === 0) return first;
    const mock = { dynamic: false, code: 400 };
    const second = await request(input, operations, {
      ...config,
      checkSecurity: false,
      validateRequest: false,
      mock,
    })();
    return 'left' in second ? second : { ...second, right: { ...second.right, validations } };
  };
}
