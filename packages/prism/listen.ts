import { createRequire } from 'node:module';
import { closeResponses } from '@booking-service/contract/close-responses';
import { createLogger } from '@stoplight/prism-core';
import { getHttpOperationsFromSpec, type IHttpConfig, type PrismHttpInstance } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';

type Operations = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>;
export type Request = PrismHttpInstance['request'];

export interface ListenOptions {
  readonly config: IHttpConfig;
  /** An OpenAPI document; default the contract. */
  readonly document?: object | undefined;
  /** Default 0: any that is free. */
  readonly port?: number | undefined;
  /** What answers a request, made of what answers it in Prism. */
  readonly around: (request: Request) => Request;
}

export interface Listening extends AsyncDisposable {
  /** Without a path: the contract's paths are added to it as they are. */
  readonly url: string;
}

let contractOperations: Promise<Operations> | undefined;

/** Serves the document by Prism on 127.0.0.1. */
export async function listen({ config, document, port = 0, around }: ListenOptions): Promise<Listening> {
  const operations = await (document ? readOperations(document) : (contractOperations ??= readOperations(contract())));
  const logger = createLogger('prism', { level: 'silent' });
  const server = createServer(operations, { components: { logger }, config, cors: false });
  // The server looks its function up for every request.
  server.prism.request = answerThrown(around(server.prism.request));
  const url = await server.listen(port, '127.0.0.1');
  return { url, [Symbol.asyncDispose]: () => server.close() };
}

/**
 * Prism throws over some requests, and over a path that cannot be decoded nobody catches it: the process would end. So
 * that is an error like those it answers by itself.
 */
function answerThrown(request: Request): Request {
  return (input, operations, config) => async () => {
    try {
      return await request(input, operations, config)();
    } catch (error) {
      const left = error instanceof Error ? error : new Error(String(error));
      // oxlint-disable-next-line no-underscore-dangle -- so fp-ts has it.
      return { _tag: 'Left', left };
    }
  };
}

/**
 * The contract as Prism validates it: in the dialect that its schemas are written in. Where the document names none, Prism
 * reads them as draft 07; where it names OpenAPI's own, Prism cannot compile them, and says nothing of any request.
 * The published document names none: others' tools warn of it.
 */
function contract(): object {
  // A bundled document is an object.
  const published = createRequire(import.meta.url)('@booking-service/contract/openapi.json') as object;
  return { ...published, jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema' };
}

/** The same for answers of the service itself, which may hold only what is described. */
export function closedContract(): object {
  return closeResponses(contract());
}

/** Prism resolves references in place, so it gets a copy. */
function readOperations(document: object): Promise<Operations> {
  return getHttpOperationsFromSpec(structuredClone(document));
}
