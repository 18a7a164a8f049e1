/** The tests that the mock cannot run, with the reason. The mock stores nothing and has no clock. */
export const notOnMock: Readonly<Record<string, string>> = {
  'returns the first booking for the same idempotencyKey': 'the mock stores no keys',
  'returns a booking from waitFor as soon as it has the status': 'a booking of the mock never changes',
  'rejects waitFor with the booking if it expires': 'a booking of the mock never changes',
  'keeps the deadline of waitFor and uses nearly all of it': 'every booking of the mock is confirmed',
  'continues a booking with its code': 'a booking of the mock never changes',
  'iterates over the entries of all pages with one call for each page': 'the mock has one page',
};
