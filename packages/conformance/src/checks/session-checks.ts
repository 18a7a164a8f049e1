import { demandRefusal, numberIn } from '../exchange.ts';
import { randomInt, randomUUID } from 'node:crypto';
import { limits, sandbox, type Session } from '@booking-service/contract';
import { demand } from '../verdict.ts';
import type { Check, CheckedService } from '../checked-service.ts';

async function createSession(
  service: CheckedService,
  destination = `conformance-${randomUUID().slice(0, 8)}@diner.test`,
): Promise<Session> {
  await service.requireSandbox();
  const body = { channel: destination.includes('@') ? 'email' : 'sms', destination };
  const { status, body: session, text } = await service.call('createSession', { key: service.live, body });
  demand(status === 201, `a session returned ${status}: ${text}`);
  return session as Session;
}

const verify = (service: CheckedService, id: string, code: string = sandbox.code) =>
  service.call('verifySession', { id, key: service.live, body: { code } });

/** Sessions and the card behind them. Each needs a live key. */
export const sessionChecks: readonly Check[] = [
  {
    rules: ['END-7', 'END-8', 'END-9', 'END-10', 'SES-2', 'SES-3'],
    title: 'a session is verified with the code, and leads to a card',
    async run(service) {
      const { id, destination, attempts_left, expires_at, created } = await createSession(service);
      demand(/^[^*]?\*\*\*@/.test(destination), `the destination is ${destination}`, 'SES-2');
      const phone = `+3519${randomInt(10_000_000, 99_999_999)}`;
      const bySms = await createSession(service, phone);
      demand(/^\+?\d{0,3}\*\*\*\d{0,4}$/.test(bySms.destination), `the destination is ${bySms.destination}`, 'SES-2');
      demand(attempts_left === limits.session.max_attempts, `attempts_left is ${attempts_left}`, 'SES-2');
      const lifetime = (Date.parse(expires_at) - Date.parse(created)) / 1000;
      demand(lifetime === limits.session.lifetime_seconds, `a session lives ${lifetime} s`, 'SES-2');
      const early = await service.call('getSessionCard', { id, key: service.live });
      demandRefusal(early, 409, 'session_not_verified', 'SES-3');
      const { status, body } = await verify(service, id);
      demand(status === 200 && (body as Session).status === 'verified', `verify returned ${status}`, 'END-8');
      const card = await service.call('getSessionCard', { id, key: service.live });
      demand(card.status === 200, `the card returned ${card.status}`, 'END-9');
      // The id of a session may contain as many digits in a row.
      demand(!/\d{12,}/.test(card.text.replace(id, '')), 'the card shows a long number', 'SES-3');
      const latest = await service.call('getCard', { key: service.live });
      const { session_id } = (latest.body ?? {}) as { readonly session_id?: string };
      demand(latest.status === 200 && session_id === id, `/v1/sessions/card returned ${latest.status}`, 'END-10');
      return `${id}: ${destination}, verified, card of it`;
    },
  },
  {
    rules: ['SES-1', 'SES-2', 'END-8'],
    title: 'wrong codes use attempts, then too_many_attempts; after ten minutes session_expired',
    async run(service) {
      const { id } = await createSession(service);
      for (let attempt = 1; attempt <= limits.session.max_attempts; attempt += 1) {
        demandRefusal(await verify(service, id, '111111'), 422, 'invalid_code');
      }
      demandRefusal(await verify(service, id), 422, 'too_many_attempts', 'SES-2');
      const late = await createSession(service);
      await service.clock.pass(limits.session.lifetime_seconds + 1);
      demandRefusal(await verify(service, late.id), 422, 'session_expired', 'SES-2');
      return 'invalid_code five times, too_many_attempts; session_expired';
    },
  },
  {
    rules: ['SES-3', 'SES-1'],
    title: 'a dropped link gets reconnect_required',
    async run(service) {
      const { id } = await createSession(service, sandbox.dropped_destination);
      await verify(service, id);
      const card = await service.call('getSessionCard', { id, key: service.live });
      return demandRefusal(card, 409, 'reconnect_required');
    },
  },
  {
    rules: ['SES-3', 'END-10'],
    title: 'sessions belong to their organization, and one without a session gets 404',
    async run(service) {
      service.requireLive();
      const { admin } = service;
      const { id: organization } = await admin.createOrganization({ name: 'Conformance, no session' });
      const { key } = await admin.createKey(organization, { mode: 'live' });
      demandRefusal(await service.call('getCard', { key }), 404, 'not_found');
      const { id } = await createSession(service);
      await verify(service, id);
      demandRefusal(await service.call('getSessionCard', { id, key }), 404, 'not_found');
      return '404 not_found for both';
    },
  },
  {
    rules: ['SES-4'],
    title: 'a fourth session for one destination within ten minutes gets 429',
    async run(service) {
      const destination = `conformance-${randomUUID().slice(0, 8)}@diner.test`;
      const { max } = limits.session.creations.burst;
      for (let count = 1; count <= max; count += 1) await createSession(service, destination);
      const body = { channel: 'email', destination };
      const refused = await service.call('createSession', { key: service.live, body });
      const found = demandRefusal(refused, 429, 'rate_limited');
      demand(numberIn(refused, limits.headers.retry_after) > 0, 'Retry-After is not a time to wait');
      return `${max} sessions, then ${found}`;
    },
  },
];
