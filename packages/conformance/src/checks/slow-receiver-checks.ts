/**
 * Receivers that do not respond. An attempt ends ten seconds later by real time, also on a service with a sandbox clock:
 *  1. begin  two organizations get an address each that holds its first webhook open. Their bookings are created between two
 *            bookings of the organization of the check, so that a service that sends one webhook after the other is seen
 *  2. wait   the other checks run, and let the time pass until the webhooks are sent
 *  3. run    compares when the held webhooks and their neighbors came, and when the service gave up
 */
import { delivery } from '@booking-service/contract';
import { demand, Unchecked } from '../verdict.ts';
import type { Check, CheckedService } from '../checked-service.ts';
import type { Hook, Inbox } from '../receiver.ts';

const { cadence_seconds: cadence, timeout_seconds: timeout, retry_delays_seconds: delays } = delivery;
/** A connection takes a moment to open, and a busy program is late. */
const [earliest, latest] = [timeout - 2, timeout + 3];
/** A retry is sent by the tick after it is due. */
const retryWithin = (delays[0] ?? 0) + cadence + 10;

/** The first webhook at an address, which is held open, and all webhooks that came there. */
interface HeldWebhook {
  readonly first: Hook;
  readonly all: readonly Hook[];
}

interface HeldWebhooks {
  /** One gets no response, the other the head of a response whose body never ends. */
  readonly inboxes: readonly Inbox[];
  /** The organizations of the inboxes. */
  readonly organizations: readonly string[];
  /** Bookings of the organization whose receiver responds: one from before the held ones, one from after them. */
  readonly neighbors: readonly string[];
  readonly created_ms: number;
}

/** Creates the bookings, once in a run. Throws Unchecked without an admin server. */
function holdWebhooks(service: CheckedService): Promise<HeldWebhooks> {
  return service.once('held webhooks', async () => {
    const { admin, receiver } = service;
    const inboxes = (['response', 'body'] as const).map((hold) => {
      const inbox = receiver.openInbox(`held-${hold}`);
      inbox.respond = () => (inbox.hooks.length === 1 ? { hold } : {});
      return inbox;
    });
    const organizations: string[] = [];
    const before = await service.create();
    for (const { url } of inboxes) {
      const { id } = await admin.createOrganization({ name: 'Conformance, slow receiver' });
      organizations.push(id);
      await admin.call(`PUT /organizations/${id}/webhook-url`, { webhook_url: url });
      await service.create(undefined, {}, { key: (await admin.createKey(id, { mode: 'test' })).key });
    }
    const after = await service.create();
    return { inboxes, organizations, neighbors: [before.id, after.id], created_ms: performance.now() };
  });
}

/** Without an admin server: holds the next webhook of the one organization. */
async function holdNext(service: CheckedService): Promise<HeldWebhook> {
  const { receiver, clock, options } = service;
  const needed = cadence + latest;
  if (!clock.movable && options.maxWait_seconds < needed) throw new Unchecked(`it takes ${needed} s (--max-wait)`);
  const held: Hook[] = [];
  receiver.respond = (hook) => (held.push(hook) === 1 ? { hold: 'response' } : {});
  try {
    await service.create();
    return { first: await firstOf(service, held), all: receiver.hooks };
  } finally {
    receiver.respond = () => ({});
  }
}

/** Lets time pass until a webhook has come. Throws Unchecked if none does: other checks report that. */
async function firstOf({ clock }: CheckedService, hooks: readonly Hook[]): Promise<Hook> {
  const [step, steps] = clock.movable ? [cadence + 1, 2] : [1, cadence + 10];
  for (let passed = 0; hooks.length === 0 && passed < steps; passed += 1) await clock.pass(step);
  const [first] = hooks;
  if (!first) throw new Unchecked('no webhook arrived that could be held open');
  return first;
}

/** Returns when the service closed the connection of a held webhook. If it has not by then: `latest` after its arrival. */
async function endOf({ received_ms, ended }: Hook): Promise<number> {
  const latest_ms = received_ms + latest * 1000;
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<number>((done) => {
    timer = setTimeout(() => done(latest_ms), Math.max(0, latest_ms - performance.now()));
  });
  try {
    return await Promise.race([ended, over]);
  } finally {
    clearTimeout(timer);
  }
}

interface AttemptInHistory {
  readonly error?: string | null;
  readonly duration_ms?: number;
}

/** Returns the failed attempt in the history of an organization. */
async function firstFailureOf({ admin }: CheckedService, organization: string): Promise<AttemptInHistory> {
  const base = `GET /organizations/${organization}/deliveries`;
  const { data } = await admin.call<{ data: readonly { readonly id: string }[] }>(`${base}?limit=100`);
  for (const { id } of data) {
    const { attempts } = await admin.call<{ attempts: readonly AttemptInHistory[] }>(`${base}/${id}`);
    const failed = attempts.find(({ error }) => error !== null && error !== undefined);
    if (failed) return failed;
  }
  return {};
}

/** A receiver that hangs costs its own attempt, and nothing else. */
export const slowReceiverChecks: readonly Check[] = [
  {
    rules: ['DLV-4'],
    title: `an attempt without a complete response within ${timeout} seconds fails`,
    begin: async (service) => service.options.admin && holdWebhooks(service),
    async run(service) {
      const held: HeldWebhook[] = [];
      if (service.options.admin) {
        const { inboxes } = await holdWebhooks(service);
        for (const { hooks } of inboxes) held.push({ first: await firstOf(service, hooks), all: hooks });
      } else held.push(await holdNext(service));

      const seconds: string[] = [];
      let retried_ms = 0;
      for (const { first } of held) {
        const end_ms = await endOf(first);
        const open = (end_ms - first.received_ms) / 1000;
        demand(open < latest, `it still waits for a slow receiver after ${latest} s`);
        demand(open >= earliest, `it closed the connection to a slow receiver after ${open.toFixed(1)} s`);
        seconds.push(`${open.toFixed(1)} s`);
        retried_ms = end_ms + retryWithin * 1000;
      }
      const evidence = `gave up after ${seconds.join(' and ')}`;
      if (service.clock.movable) await service.clock.pass(retryWithin);
      else if (performance.now() < retried_ms) return evidence;
      for (const { first, all } of held) {
        const attempts = all.filter(({ event }) => event?.id === first.event?.id);
        demand(attempts.length > 1, 'an attempt that timed out was not repeated');
      }
      return `${evidence}, and sent it again`;
    },
  },
  {
    rules: ['DLV-7'],
    title: 'the history has the error and the duration of an attempt that timed out',
    begin: holdWebhooks,
    async run(service) {
      const { inboxes, organizations } = await holdWebhooks(service);
      for (const { hooks } of inboxes) await endOf(await firstOf(service, hooks));
      const durations: string[] = [];
      for (const organization of organizations) {
        const { error, duration_ms = 0 } = await firstFailureOf(service, organization);
        demand(error === 'timeout', `an attempt that timed out has the error ${error}`);
        const isPlausible = duration_ms >= earliest * 1000 && duration_ms < latest * 1000;
        demand(isPlausible, `an attempt that timed out has the duration ${duration_ms} ms`);
        durations.push(`${duration_ms} ms`);
      }
      return `timeout after ${durations.join(' and ')}`;
    },
  },
  {
    rules: ['DLV-9'],
    title: "receivers that hang do not delay another organization's webhooks",
    begin: holdWebhooks,
    async run(service) {
      const { inboxes, neighbors, created_ms } = await holdWebhooks(service);
      const held: Hook[] = [];
      for (const { hooks } of inboxes) held.push(await firstOf(service, hooks));
      const free_ms = Math.min(...(await Promise.all(held.map(endOf))));
      // Without a sandbox clock the tick of a neighbor may come after that of the held ones.
      const latest_ms = service.clock.movable ? free_ms : Math.max(free_ms, created_ms + (cadence + 5) * 1000);
      demand(
        neighbors.every((id) => (service.hooksOf(id)[0]?.received_ms ?? Infinity) < latest_ms),
        'a webhook waited for the receiver of another organization',
      );
      return `${neighbors.length} webhooks were on time while ${held.length} receivers hung`;
    },
  },
];
