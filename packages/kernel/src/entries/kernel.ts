export type { Signer } from '../deliveries/attempt-delivery.ts';
export { createDeliveries, type DeliveriesOptions } from '../deliveries/create-deliveries.ts';
export { type Removal, removeInSteps } from '../deliveries/create-deliveries.ts';
export {
  createLaneActivity,
  type DeliveryAlert,
  type DeliveryReports,
  type LaneAge,
} from '../deliveries/report-deliveries.ts';
export { batchedOutput, createLog, type LogOptions } from '../log/log.ts';
export {
  type CreatedOrganization,
  createService,
  type NewOrganization,
  type Organizations,
  type RunningService,
  type ServiceOptions,
} from '../service/create-service.ts';
export type {
  CommitOptions,
  Handler,
  HandlerContext,
  Handlers,
  Job,
  JobContext,
  Replay,
  Replays,
} from '../service/handlers.ts';
export { type JoinOptions, joinService, type Service } from '../service/join-service.ts';
export type { Caller } from '../store/access/port.ts';
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
