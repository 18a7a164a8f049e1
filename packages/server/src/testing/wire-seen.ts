/**
 * Everything that crossed the wire of the closed worlds of this test file: `createBooking 201`, `webhook booking.created`,
 * `code not_found`. A test run merges the sets of all files and reports which parts of the contract no test has seen.
 */
export const wireSeen: Set<string> = new Set();
