// A project of Jest, as the README of testing shows it.
export default {
  globalSetup: '@booking-service/testing/jest/setup',
  globalTeardown: '@booking-service/testing/jest/teardown',
  transform: {},
  testMatch: ['**/*.test.{mjs,cjs}'],
  moduleFileExtensions: ['mjs', 'cjs', 'js', 'json'],
};
