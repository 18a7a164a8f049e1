/** The tests that the mock, which keeps nothing and has no clock, cannot make sense of, and why. */
export const notOnMock: Readonly<Record<string, string>> = {
  'promise 6: the same idempotencyKey finds the booking first created under it': 'the mock keeps no keys',
  'promise 6: waitFor gives the booking as soon as it has the status': 'a booking of the mock stays as it is',
  'promise 6: waitFor tells of expiry, with the booking': 'a booking of the mock stays as it is',
  'promise 6: waitFor keeps its deadline, and wastes little of it': 'a booking of the mock is confirmed from the start',
  'answers what a booking asks for': 'a booking of the mock stays as it is',
  'goes through the entries of all pages, one call each': 'the mock has one page',
};
