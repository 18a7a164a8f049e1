/**
 * Who may do what, apart from the contract: a change of the contract that weakens a check fails until this file states it, too. Review a
 * change of these tables as a change of the service's security. refusals-order.test.ts has the order of refusals, and
 * ../admin/isolation/rows.ts the callers of each operation of the admin contract.
 */
import { access, delivery, idempotency, operationTable } from '@booking-service/contract';
import { adminRoles } from '@booking-service/contract/admin';
import { providerRoutes } from '@booking-service/contract/provider';
import { expect, it } from 'vitest';

/** The scope that each operation requires, and its flags. An operation that is not released needs no row. */
const frozenOperations = {
  searchVenues: 'venues:read metered test_allowance billing repeatable',
  searchAvailability: 'availability:read metered test_allowance billing repeatable',
  createBooking: 'bookings:write metered test_allowance billing repeatable',
  getBooking: 'bookings:read metered repeatable',
  listEvents: 'events:read repeatable',
  getEvent: 'events:read repeatable',
  listRequests: 'requests:read repeatable',
  getRequest: 'requests:read repeatable',
  continueBooking: 'bookings:write metered test_allowance billing',
  cancelBooking: 'bookings:write metered test_allowance billing',
  modifyBooking: 'bookings:write metered test_allowance billing repeatable',
  createSession: 'sessions:write metered live_key billing',
  verifySession: 'sessions:write metered live_key billing',
  getSessionCard: 'cards:read metered live_key billing repeatable',
  getCard: 'cards:read metered live_key billing repeatable',
};

const flags = ['metered', 'live_key', 'test_allowance', 'billing', 'repeatable'] as const;

it('AUT-6 AUT-8 AUT-9 LIM-1: operations require the scopes and checks of the frozen table', () => {
  const rows = Object.entries(operationTable).map(([operationId, row]) => [
    operationId,
    [row.scope, ...flags.filter((flag) => row[flag])].join(' '),
  ]);
  expect(Object.fromEntries(rows)).toMatchObject(frozenOperations);
});

it('AUT-1 ORG-3: keys have frozen prefixes and modes', () => {
  expect(access.key_modes).toEqual({
    test: { prefix: 'sk_test_', livemode: false },
    live: { prefix: 'sk_live_', livemode: true },
  });
});

it('IDM-4: an idempotency key belongs to one organization and environment', () => {
  expect(idempotency.scope).toEqual(['organization', 'environment']);
});

it('ADM-6: a role includes the frozen roles, and is or is not one of an organization', () => {
  const rows = Object.entries(adminRoles).map(([role, { organization, includes }]) => [
    role,
    `${organization ? 'member' : 'staff'} ${includes.join(' ')}`.trim(),
  ]);
  expect(Object.fromEntries(rows)).toEqual({
    viewer: 'member',
    developer: 'member viewer',
    admin: 'member viewer developer',
    monitoring: 'staff',
    support: 'staff viewer developer monitoring',
    operator: 'staff viewer developer admin monitoring support',
  });
});

it('SIG-1: webhooks and requests to providers are signed in the frozen header, by the frozen algorithm', () => {
  const { header, scheme, algorithm } = delivery.signature;
  expect({ header, scheme, algorithm }).toEqual({
    header: 'Service-Signature',
    scheme: 'v1',
    algorithm: 'HMAC-SHA256',
  });
});

it('PRV-1: a provider serves the operations at frozen paths', () => {
  const rows = Object.entries(providerRoutes).map(([operationId, { method, path }]) => [
    operationId,
    `${method} ${path}`,
  ]);
  expect(Object.fromEntries(rows)).toMatchObject({
    searchVenues: 'post /venues/search',
    searchAvailability: 'post /availability/search',
    checkRequest: 'post /bookings/check',
    book: 'post /bookings/book',
    modify: 'post /bookings/modify',
    checkHold: 'post /bookings/check-hold',
    release: 'post /bookings/release',
  });
});
