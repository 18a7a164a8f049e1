import { listen } from '@booking-service/toolkit/mock';
import { closedContract } from './documents.ts';
import { toExchange, type Exchange } from './exchange.ts';

export interface PrismProxyOptions {
  /** The URL of the service, including its base path if it has one. */
  readonly upstream: string;
  /** An OpenAPI document. Default: the closed contract, in which an undocumented response field is a violation. */
  readonly document?: object;
}

export interface PrismProxy extends AsyncDisposable {
  /** Send requests for the upstream to this URL. */
  readonly url: string;
  /** Every exchange, first to last. Requests that Prism failed to forward are not included. */
  readonly exchanges: readonly Exchange[];
}

/**
 * Starts a proxy on 127.0.0.1 that validates requests and responses against the contract. The proxy forwards invalid
 * requests and responses too. It reports violations in `exchanges` and in the header `sl-violations`.
 */
export async function startPrismProxy({ upstream, document = closedContract }: PrismProxyOptions): Promise<PrismProxy> {
  const exchanges: Exchange[] = [];
  const listening = await listen({
    document,
    config: {
      isProxy: true,
      upstream: new URL(upstream),
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      // With `errors: true`, Prism would respond to invalid requests itself instead of forwarding them.
      errors: false,
      upstreamProxy: undefined,
      mock: { dynamic: false },
    },
    wrap: (request) => (input, operations, config) => {
      const forward = request(input, operations, config);
      return async () => {
        const result = await forward();
        if ('right' in result) exchanges.push(toExchange(input, result.right));
        return result;
      };
    },
  });
  return { ...listening, exchanges };
}
