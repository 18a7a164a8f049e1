/** The scenarios of a provider over HTTP that concern the request itself. */
import { demand, Unchecked } from '@booking-service/conformance/verdict';
import { type Probe, requestScenarios } from '../checks/request-scenarios.ts';
import type { ProviderCheck, ProviderCheckOptions, Scenario } from './provider-check.ts';

export const httpScenarios: Readonly<Record<string, Scenario>> = {
  ...requestScenarios<ProviderCheck>(probeOf),
  'late book': async (check) => {
    httpOf(check);
    const booking = check.newBooking();
    await check.provider.release({ ...booking, status: 'cancelled' }, check.context);
    const { outcome } = await check.book(booking);
    demand(outcome === 'failed', `a book after the release of its booking is ${outcome}`);
    return 'failed';
  },
};

function probeOf(check: ProviderCheck): Probe {
  const { livemode, organization_id } = check.context;
  const body = { operation: 'searchVenues', livemode, organization_id, limit: 1 };
  return {
    ...httpOf(check),
    clock: check.clock,
    path: '/venues/search',
    body,
    changed: { ...body, limit: 2 },
    livemode,
    otherPath: '/bookings/release',
  };
}

function httpOf({ http }: ProviderCheck): NonNullable<ProviderCheckOptions['http']> {
  if (!http) throw new Unchecked('only for the type http');
  return http;
}
