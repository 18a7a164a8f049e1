// A project of Vitest, as the README of testing shows it.
export default { test: { globalSetup: '@booking-service/testing/vitest/setup', include: ['*.test.mjs'] } };
