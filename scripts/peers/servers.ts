/** Servers of a document that let through what their check accepts: ours, and those of packages that many use. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createHandler } from '@booking-service/kernel/router';
import type { JsonObject } from '@booking-service/toolkit';

export interface CheckingServer extends AsyncDisposable {
  /** The base URL of its paths. */
  readonly url: string;
  /** The status is 200 for a request that passes. The text of another response has the reason. */
  readonly send: (request: Request) => Promise<Response>;
}

type Open = (document: JsonObject) => Promise<CheckingServer>;

// The parts of the packages that are used.
interface Reply {
  status(code: number): Reply;
  code(code: number): Reply;
  serializer(write: (value: unknown) => string): Reply;
  send(text: string): Reply;
  json(value: unknown): Reply;
}
interface ExpressApp {
  use(handler: unknown): void;
}
interface Express {
  (): ExpressApp;
  json(options: object): unknown;
  urlencoded(options: object): unknown;
  text(options: object): unknown;
}
interface Backend {
  register(handlers: object): void;
  init(): Promise<unknown>;
  handleRequest(request: object, res: Reply): Promise<unknown>;
}
interface Fastify {
  register(plugin: unknown, options?: object): void;
  addContentTypeParser(type: string, options: object, parse: (...args: ParserArgs) => void): void;
  setErrorHandler(handle: (error: Failed, request: unknown, reply: Reply) => unknown): void;
  ready(): Promise<unknown>;
  close(): Promise<unknown>;
  readonly routing: RequestListener;
}
type ParserArgs = readonly [request: unknown, body: string, done: (error: null, body: string) => void];
interface Context {
  readonly validation?: { readonly errors?: readonly { readonly message: string }[] };
}
interface Failed {
  readonly statusCode?: number;
  readonly message: string;
}
interface Read {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly query: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** Opens a server by the name of its package. Throws if the package does not take the document. */
export function checkingServers(modules: string): Readonly<Record<string, Open>> {
  const load = createRequire(join(modules, 'peers.js'));
  const express: Express = load('express');

  return {
    '@booking-service/kernel': async (document) => {
      const ids = operationIds(document);
      const accept = () => ({ status: 200 });
      const handler = createHandler<never, never>({
        contract: document,
        handlers: Object.fromEntries(ids.map((id) => [id, accept])) as never,
        checkResponses: false,
      });
      return {
        url: 'http://peers.test',
        send: handler,
        [Symbol.asyncDispose]: () => Promise.resolve(),
      };
    },
    'express-openapi-validator': async (apiSpec) => {
      const { middleware }: { middleware: (options: object) => unknown } = load('express-openapi-validator');
      const app = parsing(express);
      app.use(middleware({ apiSpec, validateRequests: true, validateResponses: false, validateSecurity: false }));
      app.use((_req: unknown, res: Reply) => res.status(200).json({}));
      return listening(withErrors(app));
    },
    'openapi-backend': async (definition) => {
      const { OpenAPIBackend }: { OpenAPIBackend: new (options: object) => Backend } = load('openapi-backend');
      const { default: formats }: { default: (ajv: unknown) => unknown } = load('ajv-formats');
      const api = new OpenAPIBackend({ definition, quick: true, customizeAjv: formats });
      const respond =
        (status: number) =>
        ({ validation }: Context, res: Reply) =>
          res.status(status).json(validation?.errors?.map(({ message }) => message) ?? {});
      const all = {
        notImplemented: 200,
        validationFail: 400,
        notFound: 404,
        methodNotAllowed: 405,
      };
      api.register(Object.fromEntries(Object.entries(all).map(([name, status]) => [name, respond(status)])));
      await api.init();
      const app = parsing(express);
      app.use(({ method, path, body, query, headers }: Read, res: Reply) =>
        api.handleRequest({ method, path, body, query, headers }, res),
      );
      return listening(withErrors(app));
    },
    'fastify-openapi-glue': async (specification) => {
      const fastify: (options: object) => Fastify = load('fastify');
      const glue: { default: unknown } = load('fastify-openapi-glue');
      const app = fastify({ ajv: { customOptions: { strict: false, removeAdditional: false } } });
      app.register(load('@fastify/formbody'));
      app.addContentTypeParser('*', { parseAs: 'string' }, (...[, body, done]) => done(null, body));
      app.register(glue.default ?? glue, {
        specification,
        operationResolver: () => (_request: unknown, reply: Reply) => reply.code(200).serializer(String).send(''),
      });
      // The documented schema of a refusal does not fit the text of Fastify.
      app.setErrorHandler(({ statusCode = 500, message }, _request, reply) =>
        reply.code(statusCode).serializer(String).send(message),
      );
      await app.ready();
      const server = await listening((req, res) => app.routing(req, res));
      return {
        ...server,
        [Symbol.asyncDispose]: async () => void (await server[Symbol.asyncDispose](), await app.close()),
      };
    },
  };
}

function operationIds({ paths = {} }: { readonly paths?: unknown }): string[] {
  const items = Object.values(paths as Readonly<Record<string, object>>);
  return items.flatMap((item) =>
    Object.entries(item).flatMap(([key, operation]: [string, { readonly operationId?: string }]) =>
      /^(?:get|put|post|delete|options|head|patch|trace)$/.test(key) ? [operation.operationId ?? ''] : [],
    ),
  );
}

/** An app of Express that parses the bodies, which these packages leave to it. */
function parsing(express: Express): ExpressApp {
  const app = express();
  app.use(
    express.json({
      strict: false,
      type: (req: { headers: Record<string, string> }) => /[/+]json\b/i.test(req.headers['content-type'] ?? ''),
    }),
  );
  app.use(express.urlencoded({ extended: false }));
  app.use(express.text({ type: 'text/*' }));
  return app;
}

function withErrors(app: ExpressApp): RequestListener {
  app.use((error: { readonly status?: number; readonly message: string }, _req: unknown, res: Reply, _next: unknown) =>
    res.status(error.status ?? 500).send(error.message),
  );
  return app as unknown as RequestListener;
}

async function listening(listener: RequestListener): Promise<CheckingServer> {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // The address of a server that listens on a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    send: fetch,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
