/** The first imports of a service's author. Every other module has its own path: `@booking-service/kernel/http/sockets/http-server`. */
export { createService, type Service, type ServiceOptions, type Work } from './create-service.ts';
export { createLog, type LogOptions } from './log/log.ts';
export { Refusal } from './refusal.ts';
export { systemClock, type Clock } from './time/clock.ts';
export { BusyError, StoreError } from './store/store-errors.ts';
