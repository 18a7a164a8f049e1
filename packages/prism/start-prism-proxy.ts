import { listen, toPrismDocument } from '@booking-service/toolkit/mock';
import { createLogger } from '@stoplight/prism-core';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';
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
    async start() {
      const server = createServer(await readOperations(document), {
        components: { logger: createLogger('prism', { level: 'silent' }) },
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
        cors: false,
      });
      return { server, url: await server.listen(0, '127.0.0.1') };
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

type Operations = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>;

/** The parsed documents. Prism compiles a schema once for each of them, so that a second proxy starts at once. */
const parsed = new WeakMap<object, Promise<Operations>>();

function readOperations(document: object): Promise<Operations> {
  const reading = parsed.get(document) ?? getHttpOperationsFromSpec(toPrismDocument(document));
  parsed.set(document, reading);
  return reading;
}
