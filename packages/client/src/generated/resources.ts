// Written from openapi/paths/. Edit that, then run: npm run generate

import type { Call, Caller, ListCall } from '../lib/resources/call.ts';
import type { CallError } from '../lib/errors.ts';
import type { CallOptions, IdempotentOptions } from '../lib/options.ts';
import type { operations } from './openapi.ts';
import { pages } from '../lib/resources/pages.ts';
import type { AvailabilitySearch, Booking, Card, ContinueBooking, CreateBooking, CreateSession, ListedEvent, LoggedRequest, ModifyBooking, Session, Slot, Venue, VenueSearch, VerifySession } from '../lib/resources/resources.ts';
import { toQuery, type QueryOf } from '../lib/resources/call.ts';

/** Places that take bookings. */
export interface Venues {
  /**
   * Finds venues by text, city and country. Every field is optional. The result has pages in a stable order. The search
   * covers every provider of the service, one after the other. A provider that fails or is slow does not fail the
   * search: the page names it in `missing_providers`. A page may be shorter than its limit although another follows.
   * Await it for one page, or iterate over the entries of all pages with `for await`.
   */
  search(body?: VenueSearch, options?: CallOptions): ListCall<Venue, CallError<'searchVenues'>>;
}

/** Slots that a venue offers. */
export interface Availability {
  /**
   * Finds the slots that a venue offers on a day for a party size, earliest first. An unknown venue gets not_found.
   * Await it for one page, or iterate over the entries of all pages with `for await`.
   */
  search(body: AvailabilitySearch, options?: CallOptions): ListCall<Slot, CallError<'searchAvailability'>>;
}

/** Bookings and their changes. */
export interface Bookings {
  /**
   * Returns the bookings of the organization in the environment of the key, newest first, each in full and in its
   * current state. Filters that are present must all match. A booking that is made while you read pages changes no page.
   * A page may be shorter than its limit, or empty, although another follows: then `has_more` is true and `next_cursor`
   * continues. Await it for one page, or iterate over the entries of all pages with `for await`.
   */
  list(query?: QueryOf<operations['listBookings']['parameters'], 'created_from' | 'created_before'>, options?: CallOptions): ListCall<Booking, CallError<'listBookings'>>;
  /**
   * Accepts a booking and starts it at the provider. The status in the response is usually processing. If the provider
   * responds immediately, it can be confirmed, failed or requires_action. Send an Idempotency-Key: after a timeout or a
   * 5xx, a request with the same key returns the booking if it was made.
   */
  create(body: CreateBooking, options?: IdempotentOptions): Call<Booking, CallError<'createBooking'>>;
  /**
   * Returns the full booking in its current state. A booking left in requires_action for more than 20 minutes is
   * expired.
   */
  get(id: string, options?: CallOptions): Call<Booking, CallError<'getBooking'>>;
  /**
   * Sends the input that next_action requests, with the same type. The booking returns to processing. Only a booking in
   * requires_action can be continued. Not retried if its outcome is unknown: read the resource first.
   */
  continue(id: string, body: ContinueBooking, options?: CallOptions): Call<Booking, CallError<'continueBooking'>>;
  /**
   * Cancels a booking in processing, requires_action or confirmed. If the provider confirms at the same time, the
   * booking ends either cancelled or confirmed. If it ends cancelled, the service releases it at the provider. Not
   * retried if its outcome is unknown: read the resource first.
   */
  cancel(id: string, options?: CallOptions): Call<Booking, CallError<'cancelBooking'>>;
  /**
   * Changes the slot or the party size of a confirmed booking. The booking stays confirmed. A refused modification
   * changes nothing and sends no event. A modification to the current values succeeds and also sends no event, so you
   * can repeat a modification safely.
   */
  modify(id: string, body: ModifyBooking, options?: CallOptions): Call<Booking, CallError<'modifyBooking'>>;
}

/** The events of bookings, as webhooks send them. */
export interface Events {
  /**
   * Returns the events of the organization's bookings in the environment of the key, newest first, each with the body
   * that its webhook has. An event is listed whether or not it was delivered, also without a webhook URL. To catch up
   * after an outage, list from some minutes before the last event that you processed, and deduplicate on id. An event is
   * listed for at least 30 days. Await it for one page, or iterate over the entries of all pages with `for await`.
   */
  list(query?: QueryOf<operations['listEvents']['parameters'], 'created_from' | 'created_before'>, options?: CallOptions): ListCall<ListedEvent, CallError<'listEvents'>>;
  /**
   * Returns an event as its webhook has it, whether or not it was delivered. An event is kept for at least 30 days.
   */
  get(id: string, options?: CallOptions): Call<ListedEvent, CallError<'getEvent'>>;
}

/** The log of the requests that the organization sent. */
export interface Requests {
  /**
   * Returns the requests that the organization sent in the environment of the key, newest first, each as a row of a log
   * without its values. A request appears within a few seconds after its response. The log has at most the newest 20000
   * requests of the environment, by default of the last 7 days. It may lack requests after a crash or under heavy load.
   * A service may log no requests, or only some of those that succeeded. Requests that read the log are not in it. Await
   * it for one page, or iterate over the entries of all pages with `for await`.
   */
  list(query?: QueryOf<operations['listRequests']['parameters'], 'created_from' | 'created_before'>, options?: CallOptions): ListCall<LoggedRequest, CallError<'listRequests'>>;
  /**
   * Returns a request of the log by the Request-Id of its response. If several requests have the id, because their
   * sender chose it, this is the newest one.
   */
  get(id: string, options?: CallOptions): Call<LoggedRequest, CallError<'getRequest'>>;
}

/** Verification sessions and the card behind them. */
export interface Sessions {
  /**
   * Starts a verification session and sends a code of 6 digits to the destination. It ends after 10 minutes or 5 wrong
   * codes. Requires a live key. New sessions for one destination are limited: see Limits. Not retried if its outcome is
   * unknown: read the resource first.
   */
  create(body: CreateSession, options?: CallOptions): Call<Session, CallError<'createSession'>>;
  /**
   * Verifies the session with the code the person received. A wrong code gets invalid_code and uses one attempt.
   * Requires a live key. Not retried if its outcome is unknown: read the resource first.
   */
  verify(id: string, body: VerifySession, options?: CallOptions): Call<Session, CallError<'verifySession'>>;
  /**
   * Returns the card behind a verified session, never its full number. Requires a live key.
   */
  getCard(id: string, options?: CallOptions): Call<Card, CallError<'getSessionCard'>>;
  /**
   * Returns the card of the organization's latest verified session. Requires a live key.
   */
  getLatestCard(options?: CallOptions): Call<Card, CallError<'getCard'>>;
}

/** The operations of the contract, by their tags. */
export interface Resources {
  readonly venues: Venues;
  readonly availability: Availability;
  readonly bookings: Bookings;
  readonly events: Events;
  readonly requests: Requests;
  readonly sessions: Sessions;
}

export function createResources(call: Caller): Resources {
  return {
    venues: {
      search: (body, options) => pages((each) => call('searchVenues', options, each), body),
    },
    availability: {
      search: (body, options) => pages((each) => call('searchAvailability', options, each), body),
    },
    bookings: {
      list: (query, options) => pages((each) => call('listBookings', options, undefined, undefined, toQuery(each, { "metadata": 'deepObject' })), query),
      create: (body, options) => call('createBooking', options, body),
      get: (id, options) => call('getBooking', options, undefined, { id }),
      continue: (id, body, options) => call('continueBooking', options, body, { id }),
      cancel: (id, options) => call('cancelBooking', options, undefined, { id }),
      modify: (id, body, options) => call('modifyBooking', options, body, { id }),
    },
    events: {
      list: (query, options) => pages((each) => call('listEvents', options, undefined, undefined, toQuery(each)), query),
      get: (id, options) => call('getEvent', options, undefined, { id }),
    },
    requests: {
      list: (query, options) => pages((each) => call('listRequests', options, undefined, undefined, toQuery(each)), query),
      get: (id, options) => call('getRequest', options, undefined, { id }),
    },
    sessions: {
      create: (body, options) => call('createSession', options, body),
      verify: (id, body, options) => call('verifySession', options, body, { id }),
      getCard: (id, options) => call('getSessionCard', options, undefined, { id }),
      getLatestCard: (options) => call('getCard', options),
    },
  };
}
