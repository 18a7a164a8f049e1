import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A function of Prism that responds to a request. Prism's own types of it are in @stoplight/prism-http. */
export type Respond = (...args: never[]) => () => Promise<unknown>;

/** A server of Prism that listens. */
export interface PrismServer<Request extends Respond> {
  readonly prism: { request: Request };
  close(): Promise<void>;
}

export interface ListenOptions<Request extends Respond> {
  /** Default 0: any free port. */
  readonly port?: number | undefined;
  /** Starts Prism on 127.0.0.1. */
  readonly start: () => Promise<{ readonly server: PrismServer<Request>; readonly url: string }>;
  /** Wraps Prism's function that responds to a request. */
  readonly wrap: (request: Request) => Request;
}

export interface Listening extends AsyncDisposable {
  /** The base URL without a path. Append a path of the contract to it. */
  readonly url: string;
}

/**
 * Starts Prism behind a server on 127.0.0.1 that passes requests on to it.
 *
 * @throws if the port is in use.
 */
export async function listen<Request extends Respond>(options: ListenOptions<Request>): Promise<Listening> {
  await using closing = new AsyncDisposableStack();
  const { promise: prismUrl, resolve } = Promise.withResolvers<string>();
  const front = createFront(prismUrl);
  await once(front.listen(options.port ?? 0, '127.0.0.1'), 'listening');
  closing.defer(() => {
    front.closeAllConnections();
    front.close();
  });
  const { server, url } = await options.start();
  closing.defer(() => server.close());
  // The server reads this property for every request, so a replacement takes effect.
  server.prism.request = catchErrors(options.wrap(server.prism.request));
  resolve(url);
  const { port } = front.address() as AddressInfo;
  const running = closing.move();
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** The body that Prism gets in place of one that is not JSON. A contract whose bodies are objects refuses it. */
const notJson: Buffer = Buffer.from(JSON.stringify(['This body is not JSON.']));

/** Passes requests on to Prism, which never responds to a JSON body that it cannot parse (stoplightio/prism#2664). */
function createFront(prismUrl: Promise<string>): Server {
  return createServer((req, res) => {
    void Promise.all([prismUrl, buffer(req)])
      .then(([url, body]) => {
        const sent = /[/+]json\b/i.test(req.headers['content-type'] ?? '') && !isJson(body) ? notJson : body;
        const { 'transfer-encoding': _encoding, ...given } = req.headers;
        const headers = sent.length === 0 ? given : { ...given, 'content-length': sent.length };
        const passed = request(new URL(url), { method: req.method, path: req.url, headers }, (response) => {
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
function catchErrors<Request extends Respond>(respond: Request): Request {
  const caught: Respond =
    (...args) =>
    async () => {
      try {
        return await respond(...args)();
      } catch (error) {
        // fp-ts defines the name of the tag.
        return { _tag: 'Left', left: error instanceof Error ? error : new Error(String(error)) };
      }
    };
  // It takes the same arguments and returns the same results.
  return caught as Request;
}

/** A copy of the document for Prism, which resolves references in place. */
export function toPrismDocument(document: object): object {
  return structuredClone(withDialect(document));
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
