import { once } from 'node:events';
import { type AddressInfo, createServer as createNetServer, type Server as NetServer } from 'node:net';
import { createServer, request, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createSingleProcessPrism } from '@stoplight/prism-cli/dist/util/createServer.js';
import { isJsonObject, type JsonObject } from '../document/bundled-contract.ts';
import { mapObjects, normalized } from '../document/normalize.ts';

export interface MockOptions {
  /** An OpenAPI document without references to other files, as `bundle` returns it. */
  readonly document: object;
  /** Default 0: any free port. */
  readonly port?: number | undefined;
}

/**
 * Starts `prism mock` in this process, on 127.0.0.1. It returns the contract's examples: the lowest success status for a valid request, and
 * the status of a first request for an operation of x-idempotency; the documented refusal for an invalid one. `Prefer: code=429` selects
 * another documented status, `Prefer: example=none` selects an example by its name. The mock stores nothing.
 *
 * @throws if the port is in use.
 */
export async function startMock({ port, document }: MockOptions): Promise<Listening> {
  return await listen({
    port,
    async start() {
      // The command does not return its address, so it gets a socket that already listens.
      const socket = createNetServer();
      await once(socket.listen(0, '127.0.0.1'), 'listening');
      const { port: listening } = socket.address() as AddressInfo;
      const server = await prismMock({
        document: toPrismDocument(isLegacy(document) ? document : normalized(document as JsonObject)),
        host: '127.0.0.1',
        port: socket,
        cors: false,
        dynamic: false,
        errors: false,
        verboseLevel: 'silent',
      });
      return { server, url: `http://127.0.0.1:${listening}` };
    },
    wrap: (send) => withStatuses(statusesOf(document), send),
  });
}

interface PrismOptions {
  readonly document: object;
  readonly host: string;
  readonly port: NetServer;
  readonly cors: boolean;
  readonly dynamic: boolean;
  readonly errors: boolean;
  readonly verboseLevel: string;
}

/** The function of Prism that responds to a request, with what is used here. */
type PrismRequest = (
  input: object,
  operations: readonly object[],
  config?: { readonly checkSecurity: boolean; readonly validateRequest: boolean; readonly mock: MockConfig },
) => () => Promise<{ readonly left: Error } | { readonly right: PrismResult }>;

interface MockConfig {
  readonly dynamic: boolean;
  readonly code?: number;
}

interface PrismResult {
  readonly output: { readonly statusCode: number; readonly headers?: Readonly<Record<string, string>> };
  readonly validations: { readonly input: readonly object[] };
}

// The types of the package import a file that it does not have, and allow no parsed document and no socket.
const prismMock = createSingleProcessPrism as unknown as (options: PrismOptions) => Promise<PrismServer<PrismRequest>>;

/** The statuses by which the mock replaces a choice of Prism. Undefined if the contract states none. */
interface Statuses {
  /** The status of `invalid_request` in the error catalogue. Prism takes 422 if the operation documents it. */
  readonly invalid: number | undefined;
  /** The status of the first request and of a replay. Prism takes the lower one, and a mock that stores nothing has no replays. */
  readonly first: number | undefined;
  readonly replay: number | undefined;
  readonly replayHeader: string | undefined;
}

function statusesOf(document: object): Statuses {
  const { 'x-errors': errors, 'x-idempotency': idempotency } = document as Readonly<Record<string, unknown>>;
  const entry = isJsonObject(errors) ? errors['invalid_request'] : undefined;
  const numberOf = (block: unknown, name: string) => {
    const value = isJsonObject(block) ? block[name] : undefined;
    return typeof value === 'number' ? value : undefined;
  };
  const header = isJsonObject(idempotency) ? idempotency['replay_header'] : undefined;
  return {
    invalid: numberOf(entry, 'status'),
    first: numberOf(idempotency, 'first_status'),
    replay: numberOf(idempotency, 'replay_status'),
    replayHeader: typeof header === 'string' ? header : undefined,
  };
}

/** Repeats a request whose status is not the right one, without validation and with the right status. */
function withStatuses({ invalid, first, replay, replayHeader }: Statuses, send: PrismRequest): PrismRequest {
  return (input, operations, config) => async () => {
    const result = await send(input, operations, config)();
    if (!config || 'left' in result) return result;
    const { output, validations } = result.right;
    const isInvalid = output.statusCode === 422 && validations.input.length > 0;
    const isReplay =
      output.statusCode === replay && replayHeader !== undefined && output.headers?.[replayHeader] !== undefined;
    const isChosen = config.mock.code !== undefined;
    const code = isInvalid ? invalid : isReplay && !isChosen ? first : undefined;
    if (code === undefined || code === output.statusCode) return result;
    const mock = { dynamic: false, code };
    const again = { ...config, checkSecurity: false, validateRequest: false, mock };
    const second = await send(input, operations, again)();
    return 'left' in second ? second : { ...second, right: { ...second.right, validations } };
  };
}

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
        const isBroken = /[/+]json\b/i.test(req.headers['content-type'] ?? '') && !isJson(body);
        const { 'transfer-encoding': _encoding, ...given } = req.headers;
        pass(isBroken ? notJson : body);

        function pass(sent: Buffer): void {
          const headers = sent.length === 0 && !isBroken ? given : { ...given, 'content-length': sent.length };
          const passed = request(new URL(url), { method: req.method, path: req.url, headers }, (response) => {
            const { statusCode = 502, rawHeaders } = response;
            if (isBroken && statusCode < 400 && sent.length > 0) {
              // The schema accepts a list. A body that is missing is refused if the contract requires one.
              response.resume();
              return pass(Buffer.alloc(0));
            }
            res.writeHead(statusCode, rawHeaders);
            response.pipe(res);
          });
          passed.on('error', () => res.destroy()).end(sent);
        }
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

/** A copy of the document for Prism, which resolves references in place, also those of extensions to files that are elsewhere. */
export function toPrismDocument(document: object): object {
  const withoutExtensions = mapObjects(withDialect(document), (each) => {
    const { headers, ...others } = each;
    const entries = Object.entries({ ...others, ...compilable(others, isLegacy(document)) });
    const rest = Object.fromEntries(entries.filter(([key, value]) => !key.startsWith('x-') && value !== undefined));
    return isJsonObject(headers) ? { ...rest, headers: sentHeaders(headers) } : rest;
  });
  return structuredClone(withoutExtensions) as object;
}

/** The keywords of a schema in a form that Prism compiles. With a schema that it cannot compile, it accepts every body. */
function compilable({ pattern, nullable, type, enum: values, required }: JsonObject, isOld: boolean): JsonObject {
  const hasNull = isOld && nullable === true && type !== undefined;
  return {
    pattern: typeof pattern === 'string' ? withFlagU(pattern) : pattern,
    // Prism adds null to the values.
    enum: Array.isArray(values) ? [...new Set(values)].filter((each) => !hasNull || each !== null) : values,
    required: Array.isArray(required) ? [...new Set(required)] : required,
    nullable: hasNull ? true : undefined,
  };
}

/** The pattern in a form that is valid with the flag u: without its escapes that are not, and with those of hyphens beside a class. */
function withFlagU(pattern: string): string | undefined {
  const plain = pattern.replaceAll(/\\([^\w^$\\.*+?()[\]{}|/-])/g, '$1');
  const escaped = plain.replaceAll(/(\\[dsw])-|-(?=\\[dsw])/gi, '$1\\-');
  return [pattern, plain, escaped].find((each) => {
    try {
      return new RegExp(each, 'u') instanceof RegExp;
    } catch {
      return false;
    }
  });
}

/** The headers of the transfer of a body. The server sets them by itself, and Prism would send the text of an example. */
const ofTransfer = /^(?:transfer-encoding|content-length|content-encoding|connection|trailer|upgrade)$/i;

/** The headers of a response that Prism can send. It sends `null` for one that is true or false, unless it has an example. */
function sentHeaders(headers: JsonObject): object {
  const sent = Object.entries(headers).filter(([name]) => !ofTransfer.test(name));
  const entries = sent.map(([name, header]) => {
    const { schema, example, examples } = isJsonObject(header) ? header : {};
    const isTruth = isJsonObject(schema) && [schema['type']].flat().includes('boolean');
    return [name, isTruth && (example ?? examples) === undefined ? { ...(header as object), example: true } : header];
  });
  return Object.fromEntries(entries) as object;
}

/**
 * Sets the dialect of the schemas of OpenAPI 3.1 to 2020-12. Without a dialect, Prism reads them as draft 07. With OpenAPI's own
 * dialect, it cannot compile them and reports no violations at all.
 */
function withDialect(document: Dialect): object {
  const { jsonSchemaDialect = openApiDialect } = document;
  if (isLegacy(document) || jsonSchemaDialect !== openApiDialect) return document;
  return { ...document, jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema' };
}

/** Returns whether a document is of OpenAPI 3.0, or of no version. */
function isLegacy({ openapi }: Dialect): boolean {
  return typeof openapi !== 'string' || openapi.startsWith('3.0');
}

interface Dialect {
  readonly openapi?: unknown;
  readonly jsonSchemaDialect?: unknown;
}

const openApiDialect = 'https://spec.openapis.org/oas/3.1/dialect/base';
