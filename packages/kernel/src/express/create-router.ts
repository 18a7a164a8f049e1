/** The router of a document for Express 5, and types alone for an app that keeps its own routes and express-openapi-validator. */
import { type CookieOptions, type NextFunction, type Request, type Response, Router } from 'express';
import type { HttpRequest } from '../http/exchange.ts';
import { createRouterListener, type RouterOptions } from '../router/create-router.ts';
import type { CallersByScheme } from '../router/security.ts';
import type {
  ParametersIn,
  RegisteredOperations,
  ResponseWith,
  RouterRequest,
  StatusIn,
} from '../router/handler-types.ts';

/** A request of Express, as its own types describe it. */
type ExpressHttpRequest = Request & HttpRequest;

export type ExpressRouterOptions<Operations, Callers extends CallersByScheme> = RouterOptions<
  Operations,
  Callers,
  ExpressHttpRequest
>;

/**
 * Creates a router of the operations of a document: `app.use('/api', createRouter({ contract, handlers }))`. A path that the document does
 * not have continues to the next handler of the app.
 */
export function createRouter<Operations = RegisteredOperations, Callers extends CallersByScheme = CallersByScheme>(
  options: ExpressRouterOptions<Operations, Callers>,
): Router {
  const listener = createRouterListener<Operations, Callers, ExpressHttpRequest>(options);
  const router = Router();
  router.use((req, res, next) => listener(req, res, next));
  return router;
}

type OperationIn<Operations, Id> = Id extends keyof Operations ? Operations[Id] : never;

/** The headers that an operation documents, in lower case, as Node has them. */
export type ExpressHeaders<Id extends keyof Operations, Operations = RegisteredOperations> = {
  readonly [H in keyof ParametersIn<Operations[Id], 'header'> as Lowercase<H & string>]: ParametersIn<
    Operations[Id],
    'header'
  >[H];
};

/** The request of an operation, once a validator has checked it. */
type ExpressRequest<Operation> = Request<
  ParametersIn<Operation, 'path'>,
  unknown,
  RouterRequest<Operation>['body'],
  ParametersIn<Operation, 'query'>
>;

type JsonIn<Documented> = Documented extends { content: infer Content } ? Content[keyof Content] : never;

/** A response whose status is set. */
interface ExpressReply<Documented> extends Headed<ExpressReply<Documented>> {
  json(body: JsonIn<Documented>): unknown;
  send(...body: Documented extends { content: infer Content } ? [body: Content[keyof Content]] : []): unknown;
  end(...nothing: Documented extends { content: object } ? [never] : []): unknown;
}

/** The methods of a response that set headers. */
interface Headed<Self> {
  set(field: string, value?: string | string[]): Self;
  type(type: string): Self;
  location(url: string): Self;
  vary(field: string): Self;
  cookie(name: string, value: string, options: CookieOptions): Self;
}

type Untyped =
  | 'status'
  | 'json'
  | 'jsonp'
  | 'send'
  | 'sendStatus'
  | 'end'
  | 'write'
  | 'header'
  | 'contentType'
  | 'append'
  | keyof Headed<never>;

/** A response that refuses what the operation does not document. Without `status`, it is 200. */
type ExpressResponse<Responses> = Omit<Response, Untyped> &
  ExpressReply<ResponseWith<Responses, 200>> & {
    status<Status extends StatusIn<Responses> & number>(code: Status): ExpressReply<ResponseWith<Responses, Status>>;
    sendStatus(code: StatusIn<Responses> & number): unknown;
  };

type ResponsesOf<Operation> = Operation extends { readonly responses: infer Responses } ? Responses : never;

/**
 * The handler of an operation in an app with routes of its own: `const createPet: ExpressHandler<'createPet'> = (req, res) => { … }`. The
 * second parameter has the operations, unless the program has declared them for the kernel.
 */
export type ExpressHandler<Id extends keyof Operations, Operations = RegisteredOperations> = (
  req: ExpressRequest<OperationIn<Operations, Id>>,
  res: ExpressResponse<ResponsesOf<OperationIn<Operations, Id>>>,
  next: NextFunction,
) => void | Promise<void>;
