import { createHmac, randomUUID } from 'node:crypto';
import { type Booking, delivery, eventTypes, limits } from '@booking-service/contract';
import { demand, Unchecked } from '../verdict.ts';
import type { Check, CheckedService, Request } from '../checked-service.ts';
import type { Hook, HookResponse } from '../receiver.ts';
import { demandRefusal } from '../exchange.ts';
import { findBookingFaults, findEventFaults } from '../wire-faults.ts';

const { retry_delays_seconds: delays, cadence_seconds: cadence } = delivery;
/** A retry is sent by the tick after it is due. */
const late = cadence + 10;

interface Signature {
  readonly t: number;
  readonly v1: string;
}

function signatureOf({ headers }: Hook): Signature {
  const text = headers[delivery.signature.header.toLowerCase()] ?? '';
  const parts = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(text);
  demand(parts !== null, `the signature is ${text.slice(0, 40)}…`, 'SIG-1');
  return { t: Number(parts[1]), v1: parts[2] ?? '' };
}

function isSignedWith(hook: Hook, secrets: readonly string[]): boolean {
  const { t, v1 } = signatureOf(hook);
  return secrets.some((secret) => createHmac('sha256', secret).update(`${t}.${hook.text}`).digest('hex') === v1);
}

/** The attempts of the first event of a booking. */
const attemptsOf = (service: CheckedService, id: string) =>
  service.hooksOf(id).filter(({ event }) => event?.type === 'booking.created');

/** Responds to the webhooks of one booking for the time of `work`. */
async function answering<T>(
  service: CheckedService,
  respond: (hook: Hook) => HookResponse,
  work: () => Promise<T>,
): Promise<T> {
  const { receiver } = service;
  receiver.respond = respond;
  try {
    return await work();
  } finally {
    receiver.respond = () => ({});
  }
}

/** Creates a booking with these first responses, one for each attempt, and lets time pass until the last attempt. */
async function playAttempts(
  service: CheckedService,
  responses: readonly HookResponse[],
  passes: readonly number[],
): Promise<Hook[]> {
  if (!service.clock.movable) throw new Unchecked('it takes minutes, and the service has no sandbox clock');
  return answering(
    service,
    (hook) =>
      hook.event?.type === 'booking.created'
        ? (responses[attemptsOf(service, hook.event.data?.object?.id ?? '').length - 1] ?? {})
        : {},
    async () => {
      const { id } = await service.create();
      for (const seconds of passes) await service.clock.pass(seconds);
      return attemptsOf(service, id);
    },
  );
}

/** Signatures, attempts and retries of webhooks. */
export const deliveryChecks: readonly Check[] = [
  {
    rules: ['ORG-1', 'ORG-2', 'SIG-1', 'SIG-2', 'DLV-3', 'BKG-3'],
    title: 'a tick of 30 seconds delivers a signed webhook to the URL of the organization',
    async run(service) {
      const metadata = { note: 'Æther, ☂' };
      const { id } = await service.create(undefined, {
        webhook_url: `${service.receiver.url}-of-the-booking`,
        metadata,
      });
      if (service.clock.movable) await service.clock.pass(cadence + 1);
      else await service.eventsOf(id, 'booking.created');
      const [hook] = service.hooksOf(id);
      demand(hook !== undefined, `no webhook arrived within ${cadence} s`, 'DLV-3');
      const { pathname } = new URL(service.receiver.url);
      demand(hook.path !== `${pathname}-of-the-booking`, `it went to the webhook_url of the booking`, 'BKG-3');
      demand(hook.path === pathname, `it went to ${hook.path}`, 'ORG-1');
      const isSigned = isSignedWith(hook, service.options.secrets);
      demand(isSigned, 'the signature is not that of the body with the secret of the organization', 'SIG-2', 'ORG-2');
      const { t } = signatureOf(hook);
      const off = Math.abs(Date.parse(hook.event?.created ?? '') / 1000 - t);
      demand(off < 120, `t is ${off.toFixed(0)} s beside the time of the event`, 'SIG-1');
      return `${hook.event?.type} at ${hook.path}, signed at t=${t}`;
    },
  },
  {
    rules: ['DLV-1'],
    title: 'bookings of the live key go to the same URL',
    async run(service) {
      const { id } = await service.create(undefined, {}, { key: service.live });
      await service.eventsOf(id, 'booking.created');
      return id;
    },
  },
  {
    rules: ['DLV-5', 'DLV-6', 'SIG-4', 'DLV-4'],
    title: 'a failing receiver gets four attempts, each signed at its own time, with the same event',
    async run(service) {
      const failures = Array.from({ length: 9 }, (_, index): HookResponse =>
        index % 2 === 0 ? { status: 500 } : { cut: true },
      );
      const attempts = await playAttempts(service, failures, [cadence + 1, ...delays.map((each) => each + late), 7200]);
      const times = attempts.map((hook) => signatureOf(hook).t);
      demand(attempts.length === delivery.max_attempts, `it sent ${attempts.length} attempts`, 'DLV-5');
      demand(new Set(times).size === times.length, `several attempts are signed at t=${times.join(', ')}`, 'SIG-4');
      for (const [index, delay] of delays.entries()) {
        const waited = (times[index + 1] ?? 0) - (times[index] ?? 0);
        demand(waited >= delay - 1 && waited <= delay + late, `attempt ${index + 2} came after ${waited} s`, 'DLV-5');
      }
      demand(
        new Set(attempts.map(({ event }) => event?.id)).size === 1,
        'the attempts have several event ids',
        'DLV-6',
      );
      demand(
        attempts.every((hook) => isSignedWith(hook, service.options.secrets)),
        'an attempt is signed wrongly',
        'SIG-4',
      );
      return `${attempts.length} attempts at ${times.map((time) => time - (times[0] ?? 0)).join(', ')} s`;
    },
  },
  {
    rules: ['DLV-4', 'DLV-8'],
    title: 'any 2xx ends a delivery; a redirect is not followed and counts as a failure',
    async run(service) {
      const moved = { status: 302, headers: { Location: `${service.receiver.url}-moved` } };
      const attempts = await playAttempts(service, [moved, { status: 204 }], [cadence + 1, late + 30, 3600]);
      demand(attempts.length > 1, 'a redirect counts as a success', 'DLV-8');
      demand(attempts.length === 2, `302 and 204 led to ${attempts.length} attempts`, 'DLV-4');
      const paths = new Set(service.receiver.hooks.map(({ path }) => path));
      demand(paths.size === 1, `it also went to ${[...paths].join(', ')}`, 'DLV-8');
      return '302 repeated, 204 accepted';
    },
  },
  {
    rules: ['DLV-15'],
    title: 'a 204 with a body ends a delivery',
    async run(service) {
      const attempts = await playAttempts(service, [{ status: 204, surplus: '{"ok":true}' }], [cadence + 1, 3600]);
      demand(attempts.length === 1, `a 204 with a body led to ${attempts.length} attempts`);
      return 'sent once';
    },
  },
  {
    rules: ['DLV-4'],
    title: 'an attempt fails if its response has more interim responses or a longer head than the contract allows',
    async run(service) {
      const { max_interim_responses: most, max_head_bytes: longest } = delivery;
      for (const [past, at] of [
        [{ interim: most + 1 }, { interim: most }],
        // A parser of HTTP counts the names and values of a head, not each of its bytes.
        [{ head_bytes: 2 * longest }, { head_bytes: longest - 1024 }],
      ] as const) {
        const attempts = await playAttempts(service, [past, at], [cadence + 1, late + 30, 3600]);
        const names = `${JSON.stringify(past)} and ${JSON.stringify(at)}`;
        demand(attempts.length === 2, `${names} led to ${attempts.length} attempts`);
      }
      return `${most} interim responses, a head of about ${longest} bytes`;
    },
  },
  {
    rules: ['DLV-2', 'DLV-11'],
    title: 'without a URL nothing is sent, and a URL that is set later sends nothing old',
    async run(service) {
      const { admin, organization, receiver } = service;
      const path = `PUT /organizations/${organization}/webhook-url`;
      await service.clock.pass(cadence + 1);
      await admin.call(path, { webhook_url: null });
      let id: string;
      try {
        ({ id } = await service.create(await service.magicVenue('express_counter')));
        await service.clock.pass(cadence + 1);
        demand(service.hooksOf(id).length === 0, 'an event was sent to the URL before its removal', 'DLV-2');
      } finally {
        await admin.call(path, { webhook_url: receiver.url });
      }
      await service.clock.pass(cadence + 1);
      demand(service.hooksOf(id).length === 0, 'an event was sent to the URL that was set after it', 'DLV-11');
      return 'nothing was sent';
    },
  },
  {
    rules: ['DLV-7', 'DLV-10'],
    title: 'the history has each attempt, and a delivery can be sent again',
    async run(service) {
      const { admin, organization } = service;
      const long = { body: 'a'.repeat(2 * delivery.kept_answer_bytes) };
      const id = await answering(
        service,
        () => long,
        async () => {
          const booking = await service.create(await service.magicVenue('express_counter'));
          await service.eventsOf(booking.id, 'booking.created', 'booking.confirmed');
          return booking.id;
        },
      );
      const base = `/organizations/${organization}/deliveries`;
      const { data } = await admin.call<{ data: readonly { id: string; booking_id: string; event_id: string }[] }>(
        `GET ${base}?limit=100`,
      );
      const found = data.find(({ booking_id }) => booking_id === id);
      demand(found !== undefined, 'the history lacks a delivery', 'DLV-7');
      const { attempts } = await admin.call<{
        attempts: readonly { status: number; started_at: string; duration_ms: number; answer: string | null }[];
      }>(`GET ${base}/${found.id}`);
      const [attempt] = attempts;
      demand(attempt?.status === 200 && attempt.duration_ms >= 0, 'an attempt lacks its status or duration', 'DLV-7');
      const kept = attempt.answer?.length ?? 0;
      demand(kept === delivery.kept_answer_bytes, `an attempt keeps ${kept} bytes of the response`, 'DLV-7');
      const before = service.hooksOf(id).length;
      await admin.call(`POST ${base}/${found.id}/resend`);
      await service.clock.pass(cadence + 1);
      const again = service.hooksOf(id);
      demand(again.length === before + 1, `sending again led to ${again.length - before} webhooks`, 'DLV-10');
      demand(again.at(-1)?.event?.id === found.event_id, 'it was sent as another event', 'DLV-10');
      return `200 after ${attempt.duration_ms} ms; sent again as ${found.event_id}`;
    },
  },
  {
    rules: ['ORG-5'],
    title: 'the next secret signs when it is activated, and not before',
    async run(service) {
      const { admin, organization, options } = service;
      const base = `POST /organizations/${organization}/signing-secret`;
      const { signing_secret: next } = await admin.call<{ signing_secret: string }>(`${base}/prepare`);
      const signer = async (secrets: readonly string[]) => {
        const { id } = await service.create(await service.magicVenue('express_counter'));
        await service.eventsOf(id, 'booking.created', 'booking.confirmed');
        return service.hooksOf(id).every((hook) => isSignedWith(hook, secrets));
      };
      demand(await signer(options.secrets), 'a prepared secret signs already');
      await admin.call(`${base}/activate`);
      options.secrets.splice(0, options.secrets.length, next);
      demand(await signer([next]), 'the activated secret does not sign');
      return 'the old one until it is activated, then the next one';
    },
  },
  {
    rules: ['ORG-6'],
    title: 'a URL that leads inside is refused',
    async run(service) {
      const { admin, organization } = service;
      const wrong = ['http://example.com/hooks', 'https://169.254.169.254/', 'https://10.0.0.1/', 'ftp://example.com/'];
      for (const webhook_url of wrong) {
        const status = await admin.statusOf(`PUT /organizations/${organization}/webhook-url`, { webhook_url });
        demand(status === 400, `${webhook_url} got ${status} instead of 400`);
      }
      return wrong.join(', ');
    },
  },
];

const hour = 3600;
/** The age that the first booking of the run must reach. */
const age_seconds = delivery.retention_days * 24 * hour - hour;

interface FirstBooking {
  readonly booking: Booking;
  readonly request: Request;
}

/** Creates the booking once in a run, under a key. */
function firstBooking(service: CheckedService): Promise<FirstBooking> {
  return service.once('first booking', async () => {
    const headers = { 'Idempotency-Key': `conformance-${randomUUID()}` };
    const request = { headers, body: await service.newBooking() };
    return { booking: await service.create(undefined, {}, request), request };
  });
}

/** The last checks: one lets a month pass, the other looks back at every webhook. */
export const lastChecks: readonly Check[] = [
  {
    rules: ['REQ-1'],
    title: 'the log of requests loses an entry after the days of the contract',
    begin: () => Promise.resolve(),
    async run(service) {
      if (!service.clock.movable) throw new Unchecked('it takes days, and the service has no sandbox clock');
      const { days } = limits.request_log;
      const { headers } = await service.call('listEvents');
      const id = headers.get('request-id') ?? '';
      await service.clock.pass((days * 24 - 1) * hour);
      demand((await service.call('getRequest', { id })).status === 200, `it has lost a request within ${days} days`);
      await service.clock.pass(2 * hour);
      return demandRefusal(await service.call('getRequest', { id }), 404, 'not_found');
    },
  },
  {
    rules: ['DLV-14', 'IDM-2'],
    title: 'an hour before the end of the retention the history has the delivery, and the key its booking',
    begin: firstBooking,
    async run(service) {
      const { admin, organization, clock } = service;
      if (!clock.movable)
        throw new Unchecked(`it takes ${delivery.retention_days} days, and the service has no sandbox clock`);
      const { booking, request } = await firstBooking(service);
      await service.eventsOf(booking.id, 'booking.created');
      await clock.pass(age_seconds - (clock.now() - Date.parse(booking.created)) / 1000);

      const list = `GET /organizations/${organization}/deliveries`;
      const { data } = await admin.call<{ data: readonly { id: string }[] }>(`${list}?booking_id=${booking.id}`);
      const [sent] = data;
      demand(sent !== undefined, 'the history has lost a delivery that is younger than its retention', 'DLV-14');
      const { attempts } = await admin.call<{ attempts: readonly object[] }>(`${list}/${sent.id}`);
      demand(attempts.length > 0, 'the history has lost the attempts of a delivery', 'DLV-14');
      demand((await service.read(booking.id)).id === booking.id, 'a read returns another booking', 'DLV-14');
      const { status, body } = await service.call('createBooking', request);
      const replayed = (body as { readonly id?: string } | undefined)?.id;
      demand(status === 200 && replayed === booking.id, `a replay after a month returned ${status}`, 'IDM-2');
      return `${sent.id} and a replay of ${booking.id}, an hour before ${delivery.retention_days} days`;
    },
  },
  {
    rules: ['EVT-1', 'EVT-2'],
    title: 'every webhook of the run is JSON of one of the seven types, in the form of the contract',
    async run(service) {
      const { hooks } = service.receiver;
      const known: readonly string[] = eventTypes;
      for (const { event, headers } of hooks) {
        const type = String(event?.type);
        const media = headers['content-type'] ?? 'missing';
        demand(/^application\/json\b/i.test(media), `the content type of ${type} is ${media}`, 'EVT-2');
        demand(known.includes(type), `it sent an event of the type ${type}`, 'EVT-1');
        const [fault] = findEventFaults(type, event);
        demand(fault === undefined, `${type}${fault}`, 'EVT-2');
        const [stale] = findBookingFaults(event?.data?.object ?? {}, { isSummary: true });
        demand(stale === undefined, `${type}: ${stale?.text}`, stale?.rule);
      }
      demand(hooks.length > 0, 'no webhook arrived');
      return `${hooks.length} webhooks`;
    },
  },
];
