export type { Received, UnknownMember, UnknownValue } from './lib/resources/received.ts';
export type * from './generated/resources.ts';
export type { Bookings } from './lib/resources/bookings.ts';
export type { DataWithResponse, Call, ListCall, Result } from './lib/resources/call.ts';
export { createBookingClient } from './lib/client.ts';
export type { BookingClient } from './lib/client.ts';
export type { Clock } from './lib/transport/clock.ts';
export {
  AbortedError,
  BookingClientError,
  ConnectionError,
  DeadlineError,
  RefusedError,
  TimeoutError,
  UnreadableError,
  WrongModeError,
} from './lib/errors.ts';
export type { CallError } from './lib/errors.ts';
export type { LogFields, Logger, LogLevel } from './lib/transport/logger.ts';
export { matchError } from './lib/match-error.ts';
export type { ErrorCases, SomeErrorCases } from './lib/match-error.ts';
export type { AttemptInfo, CallInfo, CallOutcome, CallWrapper, Middleware } from './lib/transport/middleware.ts';
export type { BookingClientOptions, CallLimits, CallOptions, IdempotentOptions } from './lib/options.ts';
export type { Attempt, CallRecord, RateLimit } from './lib/transport/record.ts';
export type {
  AuthorizePayment,
  AuthorizedPayment,
  AvailabilitySearch,
  Booking,
  BookingGuest,
  BookingStatus,
  Card,
  AnsweredQuestions,
  AnswerQuestions,
  ConfirmBooking,
  ConfirmedByCaller,
  ContinueBooking,
  CreateBooking,
  CreateSession,
  EmailDestination,
  EnterCode,
  EnteredCode,
  ErrorCode,
  ErrorDetail,
  Guest,
  LastModification,
  ModifyBooking,
  NextAction,
  OperationId,
  Page,
  PhoneDestination,
  ListedEvent,
  LoggedRequest,
  Session,
  Slot,
  Venue,
  VenueSearch,
  VerifySession,
} from './lib/resources/resources.ts';
export { EndedError } from './lib/resources/wait-for.ts';
export type { WaitDeadlineError, WaitOptions } from './lib/resources/wait-for.ts';
