/**
 * Checks requests and responses with the middleware of express-openapi-validator, in place of the compiled checks. Refusals keep the order
 * of the contract, because the middleware runs at the step invalid_request, after the caller is known and the body is read.
 */
import { createRequire } from 'node:module';
import type { ErrorDetail } from '@booking-service/kernel/contract';
import {
  createParameterReader,
  findCombinations,
  findLoneSurrogates,
  type HttpResponse,
  invalidRequest,
  joinFaults,
  maxDetailLength,
  messageOf,
  type PublicExchange,
  type RequestPath,
  type SendResponse,
  sendResponse,
  splitCombinations,
  toToken,
} from '@booking-service/kernel/http';
import type { Request, RequestHandler, Response } from 'express';
import type * as validatorPackage from 'express-openapi-validator';
import { publicContract } from '../generated/public-contract.ts';
import { loadContractDocument } from '../http/documents.ts';

/** An error of express-openapi-validator about a request. */
interface PackageError {
  readonly errors: readonly { readonly path: string; readonly message: string }[];
}

const places: Readonly<Record<string, ErrorDetail['in']>> = {
  body: 'body',
  params: 'path',
  query: 'query',
  headers: 'header',
};

/** Returns one detail per error of the package about this body. Rethrows any other error. */
function toDetails(error: unknown, body: unknown): ErrorDetail[] {
  // The package fails when it reads the discriminator of a body that is missing or null.
  if (error instanceof TypeError && body === undefined) return [];
  if (error instanceof TypeError && body === null) return [toDetail('body', '', 'must be object')];
  if (!isPackageError(error)) throw error;
  return error.errors.flatMap(({ path, ...given }) => {
    const message = messageOf(given);
    // About a discriminator, the package names the field in the message, and the path of the request in place of that of the field.
    const [, field, values] =
      /^'(\w+)' (?:must|should) be equal to one of the allowed values: (.*)\.$/.exec(message) ?? [];
    if (field !== undefined) return toDetail('body', `/${field}`, `must be one of: ${values}`);
    const [, place = '', rest = ''] = /^\/?([^/]*)\/?(.*)$/s.exec(path) ?? [];
    const where = places[place];
    // The service reports a missing body itself, because the package accepts some.
    if (where === 'body' && body === undefined) return [];
    // The package shortens the path of a fault in a body with a discriminator to its path in the body.
    if (where === undefined) return toDetail('body', toPointer(path.slice(1), body), message);
    return toDetail(where, where === 'body' ? toPointer(rest, body) : rest, message);
  });
}

function toDetail(place: ErrorDetail['in'], path: string, message: string): ErrorDetail {
  return { in: place, path: path.slice(0, maxDetailLength), message: message.slice(0, maxDetailLength) };
}

/** Returns a JSON pointer. The package appends the name of an unknown field unescaped to the pointer of its parent. */
function toPointer(rest: string, node: unknown): string {
  if (rest === '') return '';
  if (isObject(node) && Object.hasOwn(node, rest)) return `/${toToken(rest)}`;
  const slash = rest.indexOf('/');
  if (slash === -1) return `/${rest}`;
  const part = rest.slice(0, slash);
  const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
  return `/${part}${toPointer(rest.slice(slash + 1), isObject(node) ? node[name] : undefined)}`;
}

function isObject(node: unknown): node is Record<string, unknown> {
  return typeof node === 'object' && node !== null;
}

function isPackageError(error: unknown): error is PackageError {
  return (
    error instanceof Error &&
    'status' in error &&
    error.status === 400 &&
    'errors' in error &&
    Array.isArray(error.errors)
  );
}

/** A request and its response, as the router of Express has extended them. */
interface Pair {
  readonly req: Request & { openapi?: unknown };
  readonly res: Response;
}

let sharedHandlers: readonly RequestHandler[] | undefined;
const missingBody: ErrorDetail = { in: 'body', path: '', message: 'is required' };

/**
 * Creates the parts of the request path that use the package. `sendUnchecked` sends the response to a request that has not reached the
 * package. Throws if the package is not installed.
 */
export function createPackageValidation(sendUnchecked: SendResponse = sendResponse): RequestPath {
  // It compiles each operation at its first request and has no other state, so the services of a process share it.
  sharedHandlers ??= createMiddleware({
    // The service reports every unknown query parameter, the package only the first.
    validateRequests: { allErrors: true, allowUnknownQueryParameters: true },
    validateResponses: true,
  });
  const handlers = sharedHandlers;
  const senders = new WeakMap<object, SendResponse>();

  async function runOn(exchange: PublicExchange): Promise<void> {
    const { req, res } = pairOf(exchange);
    req.body = exchange.body;
    senders.set(res, prepareJson(res));
    const { method } = req;
    // The contract documents no HEAD, which is a GET without the body of its response.
    if (method === 'HEAD') req.method = 'GET';
    try {
      await runInTurn(handlers, { req, res });
    } finally {
      req.method = method;
    }
    if (req.openapi === undefined) throw new Error('express-openapi-validator has not found the operation.');
  }

  return {
    validatorOf(operationId) {
      const { parameters = [], body: expected, combinations = [] } = publicContract[operationId] ?? {};
      const reader = createParameterReader(parameters);
      return async (exchange) => {
        // No schema expresses these faults.
        const faults = reader.faults(exchange);
        const surrogates = exchange.hasEscapes ? findLoneSurrogates(exchange.body) : [];
        const { header } = reader.read(exchange);
        const isMissing = exchange.body === undefined && expected === 'required';
        let details: readonly ErrorDetail[] = [];
        // Without it, the package looks for no other fault of a request whose body is missing.
        if (expected !== 'none') exchange.req.headers['content-type'] = 'application/json';
        try {
          await runOn(exchange);
        } catch (error) {
          details = toDetails(error, exchange.body);
        }
        const joined = joinFaults(faults, details);
        const first = joined.findIndex((each) => each.in === 'body');
        // As in the compiled checks, they precede the other faults of the body.
        joined.splice(first === -1 ? joined.length : first, 0, ...findCombinations(combinations, exchange.body));
        const all = [...joined, ...(isMissing ? [missingBody] : []), ...surrogates];
        if (all.length > 0) throw invalidRequest(all);
        // The middleware has converted the parameters.
        const { params, query, body } = pairOf(exchange).req;
        return { path: params, query, header, body };
      };
    },
    send: (res, response, common) => (senders.get(res) ?? sendUnchecked)(res, response, common),
  };
}

/** Checks each response of an app of Express with the package. */
interface ResponseChecks {
  /** The middleware of the package. It belongs before the service. */
  readonly handlers: readonly RequestHandler[];
  /** Sends a response. Throws the fault if the response breaks the contract. */
  readonly send: SendResponse;
}

/** Creates the checks of responses. What the contract does not document passes unchecked. */
export function createResponseChecks(): ResponseChecks {
  const faults = new WeakMap<object, Error>();
  const senders = new WeakMap<object, SendResponse>();
  const prepare: RequestHandler = (req, res, next) => {
    const throwFault = () => {
      const fault = faults.get(req);
      // The response to the fault is sent in the same way.
      faults.delete(req);
      if (fault) throw fault;
    };
    senders.set(res, prepareJson(res, throwFault));
    next();
  };
  const handlers = createMiddleware({
    validateRequests: false,
    // Thrown here, the fault would reach the error handler of the app, and not the code that sends the response.
    validateResponses: { onError: (fault, _body, req) => void faults.set(req, fault) },
    ignoreUndocumented: true,
  });
  return {
    handlers: [prepare, ...handlers],
    send: (res, response, common) => (senders.get(res) ?? sendResponse)(res, response, common),
  };
}

function pairOf(exchange: PublicExchange): Pair {
  // Only the router of Express calls the service.
  return exchange as unknown as Pair;
}

type MiddlewareOptions = Omit<Parameters<typeof validatorPackage.middleware>[0], 'apiSpec'>;

function createMiddleware(options: MiddlewareOptions): readonly RequestHandler[] {
  // The package is CommonJS, and only a host that uses it loads it.
  const load = createRequire(import.meta.url);
  const { middleware } = load('express-openapi-validator') as typeof validatorPackage;
  return middleware({
    // The bundled contract has every part that the type of the package requires. The package modifies it.
    apiSpec: withReservedSigns(withoutCombinations(structuredClone(loadContractDocument()))) as never,
    ...options,
    ajvFormats: { mode: 'full' },
    // The service has authenticated the caller, and accepts JSON only.
    validateSecurity: false,
    fileUploader: false,
    // The path below the mount.
    useRequestUrl: true,
  });
}

/** The fault of a combination of fields names none of them, so the service looks for combinations itself. */
function withoutCombinations(document: ReturnType<typeof loadContractDocument>): typeof document {
  const schemas = Object.entries(document.components.schemas).map(([name, each]) => [
    name,
    splitCombinations(each).rest,
  ]);
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(schemas) } };
}

/** Allows signs such as the colon of a time in a query, which the package refuses otherwise. */
function withReservedSigns<T>(node: T): T {
  if (typeof node !== 'object' || node === null) return node;
  if ('in' in node && node.in === 'query') Object.assign(node, { allowReserved: true });
  for (const child of Object.values(node)) withReservedSigns(child);
  return node;
}

/** Calls the handlers one after another. Rejects with the error that one of them passes on. */
function runInTurn(handlers: readonly RequestHandler[], { req, res }: Pair): Promise<void> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const proceed = (index: number, error?: unknown) => {
      // A fault of the response is passed on later. Thrown, it reaches the code that sends the response.
      if (isOver && error !== undefined) throw error;
      const handler = handlers[index];
      if (error === undefined && handler) {
        void handler(req, res, (passed?: unknown) => proceed(index + 1, passed));
        return;
      }
      isOver = true;
      if (error === undefined) resolve();
      else reject(error);
    };
    proceed(0);
  });
}

/**
 * Replaces res.json, of which the package checks the value, by a function that writes the response as the service does. Returns the
 * function that sends a response through it. `check` runs before the response is written.
 */
function prepareJson(res: Response, check?: () => void): SendResponse {
  let write = (): void => undefined;
  res.json = () => {
    check?.();
    write();
    return res;
  };
  return (_res, response, common) => {
    write = () => sendResponse(res, response, common);
    res.status(response.status).json(valueOf(response));
  };
}

function valueOf({ body, bodyText }: HttpResponse): unknown {
  return bodyText === undefined ? body : JSON.parse(bodyText);
}
