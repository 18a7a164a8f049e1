import { toExchange, type Exchange } from './exchange.ts';
import { closedContract, listen } from './listen.ts';

export interface PrismProxyOptions {
  /** The service's address, with the path that it serves the contract under, where there is one. */
  readonly upstream: string;
  /** An OpenAPI document; default the contract, closed: an answer with a field that is not described is a violation. */
  readonly document?: object;
}

export interface PrismProxy extends AsyncDisposable {
  /** Where to send what is meant for the upstream. */
  readonly url: string;
  /** Every request that was answered, first to last. What Prism itself failed to forward is not among them. */
  readonly exchanges: readonly Exchange[];
}

/**
 * Starts a proxy on 127.0.0.1 that holds requests and responses to the contract. Requests are forwarded and responses
 * given back whether they fit or not; what does not fit stands in `exchanges`, and in the header `sl-violations`.
 */
export async function startPrismProxy({
  upstream,
  document = closedContract(),
}: PrismProxyOptions): Promise<PrismProxy> {
  const exchanges: Exchange[] = [];
  const listening = await listen({
    document,
    config: {
      isProxy: true,
      upstream: new URL(upstream),
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      // Told to answer with errors, Prism would answer bad requests in the service's place.
      errors: false,
      upstreamProxy: undefined,
      mock: { dynamic: false },
    },
    around: (request) => (input, operations, config) => {
      const answer = request(input, operations, config);
      return async () => {
        const result = await answer();
        if ('right' in result) exchanges.push(toExchange(input, result.right));
        return result;
      };
    },
  });
  return { ...listening, exchanges };
}
