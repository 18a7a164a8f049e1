export type { Answered, UnknownValue } from './answered.ts';
export type { Bookings, CreateBookingOptions } from './bookings.ts';
export type { Answer, Call, ListCall, Result } from './call.ts';
export { createBookingClient } from './client.ts';
export type { BookingClient } from './client.ts';
export type { Clock } from './clock.ts';
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
} from './errors.ts';
export type { CallError } from './errors.ts';
export type { LogFields, Logger, LogLevel } from './logger.ts';
export { matchError } from './match-error.ts';
export type { ErrorCases } from './match-error.ts';
export type { AttemptInfo, CallInfo, CallOutcome, CallWrapper, Middleware } from './middleware.ts';
export type { BookingClientOptions, CallLimits, CallOptions } from './options.ts';
export type { Attempt, CallRecord, RateLimit } from './record.ts';
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
} from './resources.ts';
export type { Availability, Venues } from './searches.ts';
export type { Sessions } from './sessions.ts';
export type { WaitOptions } from './wait-for.ts';
