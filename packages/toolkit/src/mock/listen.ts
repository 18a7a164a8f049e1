import { once } from 'node:events';
import { createServer as createHttpServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createLogger } from '@stoplight/prism-core';
import { getHttpOperationsFromSpec, type IHttpConfig, type PrismHttpInstance } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';

type Operations = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>;

/** The function of Prism that responds to a request. */
export type PrismRequest = PrismHttpInstance['request'];

export interface ListenOptions {
  readonly config: IHttpConfig;
  /** An OpenAPI document without references to other files. */
  readonly document: object;
  /** Default 0: any free port. */
  readonly port?: number | undefined;
  /** Wraps Prism's function that responds to a request. */
  readonly wrap: (request: PrismRequest) => PrismRequest;
}

export interface Listening extends AsyncDisposable {
  /** The base URL without a path. Append a path of the contract to it. */
  readonly url: string;
}

/** The parsed documents of Prism, which compiles a schema once for each parsed document. */
const operationsOf = new WeakMap<object, Promise<Operations>>();

/**
 * Serves a document with Prism on 127.0.0.1.
 *
 * @throws if the port is in use.
 */
export async function listen({ config, document, port = 0, wrap }: ListenOptions): Promise<Listening> {
  const reading = operationsOf.get(document) ?? readOperations(document);
  operationsOf.set(document, reading);
  const operations = await reading;
  const logger = createLogger('prism', { level: 'silent' });
  const server = createServer(operations, { components: { logger }, config, cors: false });
  // The server reads this property for every request, so a replacement takes effect.
  server.prism.request = catchErrors(wrap(server.prism.request));
  const front = createFront(await server.listen(0, '127.0.0.1'));
  const close = async () => {
    front.closeAllConnections();
    front.close();
    await server.close();
  };
  try {
    await once(front.listen(port, '127.0.0.1'), 'listening');
  } catch (error) {
    await close();
    throw error;
  }
  const { port: listening } = front.address() as AddressInfo;
  return { url: `http://127.0.0.1:${listening}`, [Symbol.asyncDispose]: close };
}

/** The body that Prism gets in place of one that is not JSON. A contract whose bodies are objects refuses it. */
const notJson: Buffer = Buffer.from(JSON.stringify(['This body is not JSON.']));

/** Passes requests on to Prism, which never responds to a JSON body that it cannot parse (stoplightio/prism#2664). */
function createFront(prismUrl: string): Server {
  return createHttpServer((req, res) => {
    void buffer(req)
      .then((body) => {
        const sent = /[/+]json\b/i.test(req.headers['content-type'] ?? '') && !isJson(body) ? notJson : body;
        const { 'transfer-encoding': _encoding, ...given } = req.headers;
        const headers = sent.length === 0 ? given : { ...given, 'content-length': sent.length };
        const passed = request(new URL(prismUrl), { method: req.method, path: req.url, headers }, (response) => {
          res.writeHead(response.statusCode ?? 502, response.rawHeaders);
          response.pipe(res);
        });
        passed.on('error', () => res.destroy()).end(sent);
      })
      .catch(() => res.destroy());
  });
}

/** An empty body is no text that fails: Prism reports that it is missing. */
function isJson(body: Buffer): boolean {
  if (body.length === 0) return true;
  try {
    JSON.parse(body.toString('utf8'));
    return true;
  } catch {
    return false;
  }
}

/**
 * Prism throws on some requests. It does not catch the error for a path that cannot be decoded, and the process would
 * end. This turns a thrown error into an error result, which Prism sends as a response.
 */
function catchErrors(respond: PrismRequest): PrismRequest {
  return (input, operations, config) => async () => {
    try {
      return await respond(input, operations, config)();
    } catch (error) {
      const left = error instanceof Error ? error : new Error(String(error));
      // oxlint-disable-next-line no-underscore-dangle -- fp-ts defines this name.
      return { _tag: 'Left', left };
    }
  };
}

/** Reads a copy, because Prism resolves references in place. */
function readOperations(document: object): Promise<Operations> {
  return getHttpOperationsFromSpec(structuredClone(withDialect(document)));
}

/**
 * Sets the dialect of the schemas of OpenAPI 3.1 to 2020-12. Without a dialect, Prism reads them as draft 07. With OpenAPI's own
 * dialect, it cannot compile them and reports no violations at all.
 */
function withDialect(document: Dialect): object {
  const { openapi, jsonSchemaDialect = openApiDialect } = document;
  if (typeof openapi !== 'string' || openapi.startsWith('3.0') || jsonSchemaDialect !== openApiDialect) return document;
  return { ...document, jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema' };
}

interface Dialect {
  readonly openapi?: unknown;
  readonly jsonSchemaDialect?: unknown;
}

const openApiDialect = 'https://spec.openapis.org/oas/3.1/dialect/base';
