export type { Answered, UnknownValue } from './lib/answered.ts';
export type { Bookings, CreateBookingOptions } from './lib/bookings.ts';
export type { Answer, Call, ListCall, Result } from './lib/call.ts';
export { createBookingClient } from './lib/client.ts';
export type { BookingClient } from './lib/client.ts';
export type { Clock } from './lib/clock.ts';
export {
  AbortedError,
  BookingClientError,
  ConnectionError,
  DeadlineError,
  EndedError,
  RefusedError,
  TimeoutError,
  UnreadableError,
  WrongModeError,
} from './lib/errors.ts';
export type { CallError } from './lib/errors.ts';
export type { LogFields, Logger, LogLevel } from './lib/logger.ts';
export { matchError } from './lib/match-error.ts';
export type { ErrorCases } from './lib/match-error.ts';
export type { AttemptInfo, CallInfo, CallOutcome, CallWrapper, Middleware } from './lib/middleware.ts';
export type { BookingClientOptions, CallLimits, CallOptions } from './lib/options.ts';
export type { Attempt, CallRecord, RateLimit } from './lib/record.ts';
export type {
  AvailabilitySearch,
  Booking,
  BookingStatus,
  Card,
  ContinueBooking,
  CreateBooking,
  CreateSession,
  ErrorCode,
  ErrorDetail,
  Guest,
  ModifyBooking,
  NextAction,
  OperationId,
  Page,
  Session,
  Slot,
  Venue,
  VenueSearch,
  VerifySession,
} from './lib/resources.ts';
export type { Availability, Venues } from './lib/searches.ts';
export type { Sessions } from './lib/sessions.ts';
export type { WaitOptions } from './lib/wait-for.ts';
