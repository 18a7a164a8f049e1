/** The first imports of a service's author. Every other module has its own path: `@booking-service/kernel/http/sockets/http-server`. */
export { createService, type RunningService, type ServiceOptions } from './service/create-service.ts';
export type { Caller, CommitOptions, Handler, HandlerContext, Handlers, Replay, Replays } from './service/handlers.ts';
export type { Job, JobContext } from './service/jobs.ts';
export type { CreatedOrganization, NewOrganization, Organizations } from './service/organizations.ts';
export type { Service } from './service/join-service.ts';
export { createLog, type LogOptions } from './log/log.ts';
export { Refusal } from './refusal.ts';
export { systemClock, type Clock } from './time/clock.ts';
export { BusyError, StoreError } from './store/store-errors.ts';
