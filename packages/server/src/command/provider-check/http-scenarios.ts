/** The scenarios of a provider over HTTP that concern the request itself: its signature and its body. */
import { delivery } from '@booking-service/contract';
import { createSigner } from '@booking-service/webhooks';
import { demand, Unchecked } from '@booking-service/conformance/verdict';
import type { CallContext } from '../../providers/provider.ts';
import type { ProviderCheck, ProviderCheckOptions, Scenario } from './provider-check.ts';

const timeout_ms = 30_000;

export const httpScenarios: Readonly<Record<string, Scenario>> = {
  'missing signature': async (check) => {
    const search = searchBody(check.context);
    return refused(await post(check, '/venues/search', search, { signature: undefined }));
  },
  'wrong signature': async (check) => {
    const search = searchBody(check.context);
    const signature = sign(check, search).replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
    return refused(await post(check, '/venues/search', search, { signature }));
  },
  'other secret': async (check) => {
    const search = searchBody(check.context);
    const signature = createSigner({ secret: 'another secret', now: () => check.clock.now().getTime() }).header(search);
    return refused(await post(check, '/venues/search', search, { signature }));
  },
  'old signature': async (check) => {
    const search = searchBody(check.context);
    const signature = sign(check, search, -600);
    return refused(await post(check, '/venues/search', search, { signature }));
  },
  'signature of another body': async (check) => {
    const search = searchBody(check.context);
    const signature = sign(check, search);
    return refused(await post(check, '/venues/search', search.replace(':1', ':2'), { signature }));
  },
  'other mode': async (check) => {
    const other = searchBody({ ...check.context, livemode: !check.context.livemode });
    const status = await post(check, '/venues/search', other, { signature: sign(check, other) });
    demand(status >= 400 && status < 500, `it responds with ${status}, not 400, to a request of the other mode`);
    return `refused with ${status}`;
  },
  'body of another operation': async (check) => {
    const search = searchBody(check.context);
    const status = await post(check, '/bookings/release', search, { signature: sign(check, search) });
    demand(status >= 400 && status < 500, `it responds with ${status}, not 400`);
    return `refused with ${status}`;
  },
  'malformed body': async (check) => {
    const text = '{"operation": "searchVenues", ';
    const status = await post(check, '/venues/search', text, { signature: sign(check, text) });
    demand(status >= 400 && status < 500, `it responds with ${status}, not 400`);
    return `refused with ${status}`;
  },
  'late book': async (check) => {
    httpOf(check);
    const booking = check.newBooking();
    await check.provider.release({ ...booking, status: 'cancelled' }, check.context);
    const { outcome } = await check.book(booking);
    demand(outcome === 'failed', `a book after the release of its booking is ${outcome}`);
    return 'failed';
  },
};

/** The body of a valid search. */
function searchBody({ livemode, organization_id }: CallContext): string {
  return JSON.stringify({ operation: 'searchVenues', livemode, organization_id, limit: 1 });
}

function httpOf({ http }: ProviderCheck): NonNullable<ProviderCheckOptions['http']> {
  if (!http) throw new Unchecked('only for the type http');
  return http;
}

function refused(status: number): string {
  demand(status === 401, `it responds with ${status}, not 401`);
  return 'refused with 401';
}

/** Signs a body at a time that is this many seconds from now. */
function sign(check: ProviderCheck, body: string, seconds = 0): string {
  const { secret } = httpOf(check);
  return createSigner({ secret, now: () => check.clock.now().getTime() + seconds * 1000 }).header(body);
}

/** Sends the request and returns the status of the response. */
async function post(
  check: ProviderCheck,
  path: string,
  body: string,
  { signature }: { signature: string | undefined },
): Promise<number> {
  const { url } = httpOf(check);
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    ...(signature !== undefined && { [delivery.signature.header]: signature }),
  };
  const signal = AbortSignal.timeout(timeout_ms);
  const address = url.replace(/\/+$/, '') + path;
  const response = await fetch(address, { method: 'POST', body, headers, signal, redirect: 'manual' });
  await response.body?.cancel();
  return response.status;
}
