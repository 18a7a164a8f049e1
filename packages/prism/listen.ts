import { createRequire } from 'node:module';
import { closeResponses } from '@booking-service/contract/close-responses';
import { createLogger } from '@stoplight/prism-core';
import { getHttpOperationsFromSpec, type IHttpConfig, type PrismHttpInstance } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';

type Operations = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>;
export type Request = PrismHttpInstance['request'];

export interface ListenOptions {
  readonly config: IHttpConfig;
  /** An OpenAPI document. Default: the contract. */
  readonly document?: object | undefined;
  /** Default 0: any free port. */
  readonly port?: number | undefined;
  /** Wraps Prism's function that responds to a request. */
  readonly wrap: (request: Request) => Request;
}

export interface Listening extends AsyncDisposable {
  /** The base URL without a path. Append a path of the contract to it. */
  readonly url: string;
}

// A bundled document is an object.
const published = createRequire(import.meta.url)('@booking-service/contract/openapi.json') as object;

/**
 * The contract with the dialect of its schemas set to 2020-12. Without a dialect, Prism reads the schemas as draft 07.
 * With OpenAPI's own dialect, Prism cannot compile them and reports no violations at all. The published document names
 * no dialect, because other tools warn about it.
 */
const contract: object = { ...published, jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema' };

/** The contract for responses of the service itself: an undocumented field is a violation. */
export const closedContract: object = closeResponses(contract);

/** The same of the admin contract, which names its dialect itself. */
export const closedAdminContract: object = closeResponses(
  createRequire(import.meta.url)('@booking-service/contract/admin.json') as object,
);

/** The same of the provider contract: what the service sends to a provider, and what it may send back. */
export const closedProviderContract: object = closeResponses(
  createRequire(import.meta.url)('@booking-service/contract/provider.json') as object,
);

/** The parsed documents of Prism, which compiles a schema once for each parsed document. */
const operationsOf = new WeakMap<object, Promise<Operations>>();

/** Serves the document with Prism on 127.0.0.1. */
export async function listen({ config, document = contract, port = 0, wrap }: ListenOptions): Promise<Listening> {
  const reading = operationsOf.get(document) ?? readOperations(document);
  operationsOf.set(document, reading);
  const operations = await reading;
  const logger = createLogger('prism', { level: 'silent' });
  const server = createServer(operations, { components: { logger }, config, cors: false });
  // The server reads this property for every request, so a replacement takes effect.
  server.prism.request = catchErrors(wrap(server.prism.request));
  const url = await server.listen(port, '127.0.0.1');
  return { url, [Symbol.asyncDispose]: () => server.close() };
}

/**
 * Prism throws on some requests. It does not catch the error for a path that cannot be decoded, and the process would
 * end. This turns a thrown error into an error result, which Prism sends as a response.
 */
function catchErrors(request: Request): Request {
  return (input, operations, config) => async () => {
    try {
      return await request(input, operations, config)();
    } catch (error) {
      const left = error instanceof Error ? error : new Error(String(error));
      // oxlint-disable-next-line no-underscore-dangle -- fp-ts defines this name.
      return { _tag: 'Left', left };
    }
  };
}

/** Reads a copy, because Prism resolves references in place. */
function readOperations(document: object): Promise<Operations> {
  return getHttpOperationsFromSpec(structuredClone(document));
}
