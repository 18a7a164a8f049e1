import { listen, type Request } from './listen.ts';

export interface PrismMockOptions {
  /** Default 0: any that is free. */
  readonly port?: number;
  /** An OpenAPI document; default the contract. */
  readonly document?: object;
}

export interface PrismMock extends AsyncDisposable {
  readonly url: string;
}

/**
 * Starts a mock of the service on 127.0.0.1. It answers with the contract's examples: a valid request with the lowest
 * success, one that does not fit with its refusal. `Prefer: code=429` asks for another documented status,
 * `Prefer: example=none` for an example by its name. It keeps nothing.
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
    around: refuseWith400,
  });
}

/**
 * Prism answers a request that does not fit with 422 where the operation has one. In this contract that is always a 400,
 * and a 422 says something else: so such a request is answered again, as one that fits and asks for the 400.
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
