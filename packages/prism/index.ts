/** Runs Prism in this process: a mock of the service, and a proxy that validates requests and responses. */
import { createRequire } from 'node:module';
import { closeResponses } from '@booking-service/contract/close-responses';
import { listen, startMock, toPrismDocument } from '@booking-service/toolkit/mock';
import { createLogger, type IPrismOutput } from '@stoplight/prism-core';
import { getHttpOperationsFromSpec, type IHttpRequest, type IHttpResponse } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';

const require = createRequire(import.meta.url);
// A bundled document is an object.
const read = (name: string) => require(`@booking-service/contract/${name}.json`) as object;

export const contract: object = read('openapi');

/** The contract for responses of the service itself: an undocumented field is a violation. */
export const closedContract: object = closeResponses(contract);

/** The same of the admin contract. */
export const closedAdminContract: object = closeResponses(read('admin'));

/** The same of the provider contract: what the service sends to a provider, and what it may send back. */
export const closedProviderContract: object = closeResponses(read('provider'));

/** The same of the card service contract. */
export const closedCardServiceContract: object = closeResponses(read('card-service'));

interface PrismMockOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** An OpenAPI document. Default: the contract. */
  readonly document?: object;
}

interface PrismMock extends AsyncDisposable {
  readonly url: string;
}

/** Starts a mock of the service on 127.0.0.1, as `npm run mock` does. */
export function startPrismMock({ port, document = contract }: PrismMockOptions = {}): Promise<PrismMock> {
  return startMock({ port, document });
}

/** One finding of Prism: a part of a request or a response that violates the contract. */
interface Violation {
  readonly side: 'request' | 'response';
  /** Prism reports an undocumented response status as a warning. Treat every severity in a response as a failure. */
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  /** The path to the part, such as `body`, `guest`, `email`. Empty if the violation concerns the whole message. */
  readonly path: readonly string[];
  readonly message: string;
}

/** One request with its response status, and the violations that Prism found in both. */
export interface Exchange {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number;
  /** True if the request belongs to an operation of the contract. Prism does not validate the response otherwise. */
  readonly routed: boolean;
  readonly violations: readonly Violation[];
}

interface PrismProxyOptions {
  /** The URL of the service, including its base path if it has one. */
  readonly upstream: string;
  /** An OpenAPI document. Default: the closed contract, in which an undocumented response field is a violation. */
  readonly document?: object;
}

interface PrismProxy extends AsyncDisposable {
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

// Prism numbers its severities in this order.
const severities = ['error', 'warning', 'information', 'hint'] as const;

function toExchange({ method, url }: IHttpRequest, { output, validations }: IPrismOutput<IHttpResponse>): Exchange {
  const messages = [
    { side: 'request', diagnostics: validations.input },
    { side: 'response', diagnostics: validations.output },
  ] as const;
  const violations = messages.flatMap(({ side, diagnostics }) =>
    diagnostics.map(({ severity, path = [], message }) => ({
      side,
      severity: severities[severity] ?? 'error',
      path,
      message,
    })),
  );
  const routed = !violations.some(({ message }) => message === 'Selected route not found');
  return { method: method.toUpperCase(), path: url.path, status: output.statusCode, routed, violations };
}
