/** The limits of new sessions (SES-4), and the secrecy of their codes and destinations (SES-5). */
import { limits, type Session } from '@booking-service/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKeyDigest } from '@booking-service/kernel/contract';
import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { type CodeMessage, type CodeSender, createLog, createMetrics, Refusal, sandboxCards } from '../../src/index.ts';
import { countCreation } from '../../src/operations/own.ts';
import { engines, makePostgresDatabase, openWorldOn } from '../support/engines.ts';
import { openWorld, type World } from '../../src/testing.ts';
import { createTracing } from '../../src/log/otel.ts';
import { emptyStore, tablesWith } from '../support/databases.ts';

const { burst, day } = limits.session.creations;

/** A code sender that records its destinations. */
function openPost(): { sent: string[]; codes: CodeSender } {
  const sent: string[] = [];
  const send: CodeSender['send'] = async ({ destination }) => {
    sent.push(destination);
    return 'sent';
  };
  return { sent, codes: { send } };
}

async function create(world: World, destination: string, key = 'live') {
  const channel = destination.startsWith('+') ? 'sms' : 'email';
  const response = await world.call<Session & { error?: string }>('POST', '/v1/sessions', {
    key,
    body: { channel, destination },
  });
  return { ...response, wait: response.headers.get('retry-after') };
}

/** Counts a creation this many seconds after the start of the world, and returns the result. */
async function countAt({ store, clock, organization }: World, destination: string, seconds: number): Promise<string> {
  const caller = await store.authenticate(apiKeyDigest(organization.keys.live));
  if (!caller) throw new Error('The key of the world is not in its store.');
  const now = () => new Date(clock.now().getTime() + seconds * 1000);
  try {
    await countCreation(destination, caller, { store, clock: { now } });
    return 'counted';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return `${error.code} ${error.headers?.['Retry-After']}`;
  }
}

const limited = { status: 429, body: { error: 'rate_limited' } };

describe('new sessions', () => {
  describe.each(engines)('%s', (engine) => {
    it('SES-4: refuses one session more than the contract allows until the first is old enough, and sends no code', async () => {
      const { sent, codes } = openPost();
      await using world = await openWorldOn(engine, { codes });
      for (let count = 0; count < burst.max; count += 1) {
        expect((await create(world, 'ada@diner.test')).status).toBe(201);
        await world.clock.advance(60_000);
      }
      await world.clock.advance(500);
      const passed_ms = burst.max * 60_000 + 500;
      const refused = await create(world, 'ada@diner.test');
      expect(refused).toMatchObject({ ...limited, wait: String(Math.ceil(burst.window_seconds - passed_ms / 1000)) });
      expect(refused.headers.get('ratelimit-remaining')).toBe(String(limits.default_limit - burst.max - 1));
      expect(sent).toHaveLength(burst.max);
      // Other destinations and other organizations have their own limits.
      expect((await create(world, 'bob@diner.test')).status).toBe(201);
      expect((await create(world, 'ada@diner.test', (await world.addOrganization()).keys.live)).status).toBe(201);

      await world.clock.advance(burst.window_seconds * 1000 - passed_ms - 1);
      expect(await create(world, 'ada@diner.test')).toMatchObject({ ...limited, wait: '1' });
      await world.clock.advance(1);
      expect((await create(world, 'ada@diner.test')).status).toBe(201);
    });

    it('SES-4: limits sessions per day too, with the remaining time in Retry-After', async () => {
      await using world = await openWorldOn(engine);
      const ask = (seconds: number) => countAt(world, '+351912345678', seconds);
      for (let count = 0; count < day.max; count += 1) expect(await ask(count * burst.window_seconds)).toBe('counted');
      const passed = day.max * burst.window_seconds;
      expect(await ask(passed)).toBe(`rate_limited ${day.window_seconds - passed}`);
      expect(await ask(day.window_seconds - 0.001)).toBe('rate_limited 1');
      expect(await ask(day.window_seconds)).toBe('counted');
      expect(await ask(day.window_seconds)).toBe(`rate_limited ${burst.window_seconds}`);
    });

    it('SES-4: creates exactly the allowed number of 50 concurrent sessions for one destination', async () => {
      const { sent, codes } = openPost();
      await using world = await openWorldOn(engine, { codes });
      const responses = await Promise.all(Array.from({ length: 50 }, () => create(world, 'ada@diner.test')));
      expect(responses.filter(({ status }) => status === 201)).toHaveLength(burst.max);
      const rest = responses.filter(({ status }) => status !== 201);
      for (const response of rest) expect(response).toMatchObject({ ...limited, wait: String(burst.window_seconds) });
      expect(sent).toHaveLength(burst.max);
    });

    it('SES-4: shares the limit between spellings of one destination', async () => {
      await using world = await openWorldOn(engine);
      const spellings = ['ada@diner.test', 'ADA@Diner.Test', 'ada+1@diner.test', 'Ada+two+2@diner.test'];
      const statuses: number[] = [];
      for (const destination of spellings) statuses.push((await create(world, destination)).status);
      expect(statuses).toEqual([201, 201, 201, 429]);
    });

    it('SES-4: keeps only a keyed digest of the destination, and removes outdated rows a few at a time', async () => {
      await using world = await openWorldOn(engine);
      const rows = () => world.query('SELECT * FROM session_creations');
      for (let person = 0; person < 25; person += 1) await countAt(world, `person${person}@diner.test`, 0);
      const kept = await rows();
      expect(kept).toHaveLength(25);
      expect(JSON.stringify(kept)).not.toMatch(/person|diner/);
      const counts: number[] = [];
      for (let seconds = day.window_seconds - 1; seconds < day.window_seconds + 3; seconds += 1) {
        await countAt(world, `late${seconds}@diner.test`, seconds);
        counts.push((await rows()).length);
      }
      expect(counts).toEqual([26, 17, 8, 4]);
    });
  });

  it('SES-4: shares the limit between two instances on one database', async () => {
    await using database = await makePostgresDatabase({ tables: true });
    await using one = await database.open();
    await using two = await database.open();
    await using first = await openWorld({ store: one });
    await using second = await openWorld({ store: two });
    const { live } = first.organization.keys;
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => create(index % 2 === 0 ? first : second, 'ada@diner.test', live)),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(burst.max);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(50 - burst.max);
  });

  it('SES-4: leaves a day of guessing a chance of at most 1 in 10,000', () => {
    const guesses = day.max * limits.session.max_attempts;
    expect(guesses / 1_000_000).toBeLessThanOrEqual(1 / 10_000);
  });
});

/**
 * SES-5: the code of a session and its destination come out nowhere: not in the log, a trace, a metric, a response or the
 * database.
 */
describe('secrets', () => {
  beforeAll(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  });
  afterAll(() => {
    context.disable();
  });

  it.each(engines)('SES-5 ERR-7: the code and the destination stay secret, on %s', async (engine) => {
    const lines: string[] = [];
    const log = createLog({ level: 'trace', destination: { write: (line) => void lines.push(line) } });
    const exporter = new InMemorySpanExporter();
    const spanProcessors = [new SimpleSpanProcessor(exporter)];
    const tracing = createTracing({ tracerProvider: new BasicTracerProvider({ spanProcessors }) });
    const clock = { now: () => new Date('2026-11-21T09:30:00.000Z') };
    const metrics = createMetrics({ store: emptyStore, clock, log });

    const messages: CodeMessage[] = [];
    let fault: 'none' | 'error' | 'refused' | 'result' = 'none';
    const codes: CodeSender = {
      async send(message) {
        messages.push(message);
        const text = `The mail to ${message.destination} was: your code is ${message.code}.`;
        if (fault === 'error') throw new Error(text, { cause: Object.assign(new Error(text), { message_sent: text }) });
        if (fault === 'refused') return 'refused';
        // A sender in plain JavaScript may return anything.
        return fault === 'result' ? (text as never) : 'sent';
      },
    };
    let isDown = true;
    const findCard: typeof sandboxCards.findCard = async (person) => {
      if (isDown) throw new Error(`No card for ${JSON.stringify(person)}.`);
      return 'linked';
    };
    const options = { codes, cards: { ...sandboxCards, findCard }, newCode: undefined, log, tracing };
    await using world = await openWorldOn(engine, { ...options, observer: metrics.observer });

    const bodies: unknown[] = [];
    async function send<Body>(method: string, path: string, body?: object) {
      const response = await world.call<Body>(method, path, { key: 'live', ...(body && { body }) });
      bodies.push(response.body);
      return response;
    }
    for (fault of ['error', 'refused', 'result', 'none'] as const) {
      await send('POST', '/v1/sessions', { channel: 'email', destination: `planted-${fault}@planted.test` });
    }
    const sms = { channel: 'sms', destination: '+351918273645' };
    const { id } = (await send<Session>('POST', '/v1/sessions', sms)).body;
    const { code } = messages.at(-1) ?? {};
    const wrong = code === '000000' ? '000001' : '000000';
    await send('POST', `/v1/sessions/${id}/verify`, { code: wrong });
    expect((await send('POST', `/v1/sessions/${id}/verify`, { code })).status).toBe(503);
    isDown = false;
    const secrets = messages.flatMap((message) => [message.code, message.destination]);
    expect(await tablesWith(world, secrets)).toEqual([]);
    expect((await send('POST', `/v1/sessions/${id}/verify`, { code })).status).toBe(200);
    expect((await send('GET', `/v1/sessions/${id}/card`)).status).toBe(200);
    expect(await tablesWith(world, secrets)).toEqual([]);

    const spans = exporter.getFinishedSpans();
    const names = new Set(spans.map(({ name }) => name));
    expect([...names]).toEqual(expect.arrayContaining(['codes send', 'cards findCard', 'cards readCard']));
    expect(lines.filter((line) => line.includes('"err"')).length).toBeGreaterThanOrEqual(3);
    const places = {
      log: lines.join(''),
      spans: JSON.stringify(
        spans.map(({ name, attributes, events, status }) => ({ name, attributes, events, status })),
      ),
      metrics: await metrics.text(),
      responses: JSON.stringify(bodies),
    };
    const found = Object.entries(places).filter(([, text]) => secrets.some((secret) => holds(text, secret)));
    expect(found).toEqual([]);
  });
});

/** A code that happens to be part of a longer number, such as a time, is not the code. */
function holds(text: string, secret: string): boolean {
  return /^\d+$/.test(secret) ? new RegExp(`(?<![\\da-f])${secret}(?![\\da-f])`).test(text) : text.includes(secret);
}
