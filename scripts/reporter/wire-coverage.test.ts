import { expect, it } from 'vitest';
import { wireCoverage, type WireContract } from './wire-coverage.ts';

const contract: WireContract = {
  paths: {
    '/v1/bookings': { post: { operationId: 'createBooking', responses: { 201: {}, 400: {} } } },
    '/v1/bookings/{id}': { get: { operationId: 'getBooking', responses: { 200: {} } } },
  },
  webhooks: { 'booking.created': {} },
  'x-unrouted': { 404: {} },
  'x-errors': { not_found: {}, invalid_request: {} },
};

const everything = [
  'createBooking 201',
  'createBooking 400',
  'getBooking 200',
  'unrouted 404',
  'webhook booking.created',
  'code not_found',
  'code invalid_request',
];

it('counts every documented response, webhook and code', () => {
  const coverage = wireCoverage(contract, new Set(everything));
  expect(coverage).toEqual({ line: 'wire: 4 of 4 responses, 1 of 1 webhooks, 2 of 2 codes', missing: [] });
});

it.each(everything)('names %s if no test saw it', (name) => {
  const { missing } = wireCoverage(contract, new Set(everything.filter((each) => each !== name)));
  expect(missing).toEqual([name]);
});

it('names everything in order if nothing was seen, and counts nothing outside the contract', () => {
  const coverage = wireCoverage(contract, new Set(['getBooking 418', 'webhook booking.eaten', 'code teapot']));
  expect(coverage).toEqual({ line: 'wire: 0 of 4 responses, 0 of 1 webhooks, 0 of 2 codes', missing: everything });
});
