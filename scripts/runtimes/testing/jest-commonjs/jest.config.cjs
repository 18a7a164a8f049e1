// A project of Jest without a flag of Node, as the README of testing shows it.
module.exports = {
  globalSetup: '@booking-service/testing/jest/setup',
  globalTeardown: '@booking-service/testing/jest/teardown',
  transform: {},
  // For a loaded machine.
  testTimeout: 60_000,
  testMatch: ['**/*.test.cjs'],
};
