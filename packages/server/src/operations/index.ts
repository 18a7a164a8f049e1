// Written from openapi/paths/. Edit that, then run: npm run generate

import type { Operations } from '@booking-service/contract';
import type { Caller } from '../store/store.ts';
import { cancelBooking } from './cancel-booking.ts';
import { continueBooking } from './continue-booking.ts';
import { createBooking } from './create-booking.ts';
import { createSession } from './create-session.ts';
import { getBooking } from './get-booking.ts';
import { getCard } from './get-card.ts';
import { getEvent } from './get-event.ts';
import { getRequest } from './get-request.ts';
import { getSessionCard } from './get-session-card.ts';
import { listBookings } from './list-bookings.ts';
import { listEvents } from './list-events.ts';
import { listRequests } from './list-requests.ts';
import { modifyBooking } from './modify-booking.ts';
import { searchAvailability } from './search-availability.ts';
import { searchVenues } from './search-venues.ts';
import { verifySession } from './verify-session.ts';
import type { OperationContext } from './operation-context.ts';

export type { OperationContext } from './operation-context.ts';

/** The handler of every operation. A missing handler, or an undocumented response, does not compile. */
export const operations: Operations<[Caller, OperationContext]> = {
  cancelBooking,
  continueBooking,
  createBooking,
  createSession,
  getBooking,
  getCard,
  getEvent,
  getRequest,
  getSessionCard,
  listBookings,
  listEvents,
  listRequests,
  modifyBooking,
  searchAvailability,
  searchVenues,
  verifySession,
};
