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
