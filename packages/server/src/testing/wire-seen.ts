/**
 * What crossed the wire of every world that this test file has closed: `createBooking 201`, `webhook booking.created`,
 * `code not_found`. A test run puts the files' sets together and says what of the contract no test ever saw.
 */
export const wireSeen: Set<string> = new Set();
