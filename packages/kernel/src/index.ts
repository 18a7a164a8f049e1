/** What the author of a service imports first. Every other module has its own path: `@booking-service/kernel/http/sockets/http-server`. */
export { createLog, type LogOptions } from './log/log.ts';
export { systemClock, type Clock } from './time/clock.ts';
export { BusyError, StoreError } from './store/store-errors.ts';
