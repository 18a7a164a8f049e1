export { createHandler, type RouterError, type RouterOptions } from '../router/create-router.ts';
export type { IncomingFile } from '../router/forms.ts';
export type { RequestFault } from '../router/parameters.ts';
export type { RouterResponse, ServerSentEvent } from '../router/responses.ts';
export type { Credential, SecurityCheck } from '../router/security.ts';
export type {
  RouterContext,
  RouterHandler,
  RouterHandlers,
  RouterRequest,
  RouterResult,
} from '../router/handler-types.ts';
