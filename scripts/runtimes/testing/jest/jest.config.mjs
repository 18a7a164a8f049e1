// A project of Jest, as the README of testing shows it.
export default {
  globalSetup: '@booking-service/testing/jest/setup',
  globalTeardown: '@booking-service/testing/jest/teardown',
  transform: {},
  // For a loaded machine.
  testTimeout: 60_000,
  testMatch: ['**/*.test.mjs'],
  moduleFileExtensions: ['mjs', 'cjs', 'js', 'json'],
};
