export type { CompiledContract } from '../http/compile-contract.ts';
export type { ContractDocument } from '../http/compile-contract.ts';
export {
  arePrivateNetworks,
  createClientAddress,
  isAllowedAddress,
  isLoopbackHost,
  isNetwork,
  privateNetworksExpected,
  toSource,
  toTargetRules,
} from '../addresses.ts';
export { authenticate, createKeyUses, type KeyUses } from '../http/authenticate.ts';
export { acceptsCoding, type DocsSite, hasCurrent, openDocsSite } from '../http/docs.ts';
export { type CodedErrorBody, errorHandler, type OlderErrorBody } from '../http/refusals.ts';
export {
  checkMediaType,
  createExchange,
  createReadRequestId,
  type Exchange,
  type HttpResponse,
  parseJson,
  type PathParameters,
  type PublicExchange,
  readBytes,
  receiveBody,
  sendResponse,
  type SendResponse,
} from '../http/exchange.ts';
export { findCombinations, splitCombinations } from '../http/combinations.ts';
export { type Address, createHttpServer } from '../http/http-server.ts';
export { countingOf, createReadCost, createRequestShares, meter, rateWindowAt } from '../http/authenticate.ts';
export { createOperationListener, type Listener, pathOf, queryOf } from '../http/operation-listener.ts';
export type { OwnOperation, RequestPath } from '../http/public-listener.ts';
export { toRawResponse } from '../http/http-server.ts';
export { type CheckFactory, type CheckOptions, type IncomingRequest, replayUnderKey } from '../http/refusals.ts';
export type { EndedRequest, Responded } from '../http/request-reports.ts';
export { adminConnectionLimits, fitOpenFiles } from '../http/sockets.ts';
export {
  createParameterReader,
  createValidators,
  findLoneSurrogates,
  invalidRequest,
  joinFaults,
  maxDetailLength,
  messageOf,
  toToken,
  type ValidatorOf,
  type ValidRequest,
} from '../http/validate.ts';
export type { Handler } from '../http/http-server.ts';
export { createBoundedFetch, ResponseTooLargeError } from '../send/bounded-fetch.ts';
export { mayHaveCredentials, toWebhookProxy, webhookProxyExpected } from '../send/webhook-proxy.ts';
export { findWebhookUrlFault } from '../send/webhook-target.ts';
