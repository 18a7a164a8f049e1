/** The tests that the mock, which keeps nothing and has no clock, cannot make sense of, and why. */
export const notOnMock: Readonly<Record<string, string>> = {};
