/** SES-5: the code of a session and its destination come out nowhere: not in the log, a trace, a metric, a response or the database. */
import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Session } from '@booking-service/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog, createMetrics, sandboxCards, type CodeMessage, type CodeSender } from '../../src/index.ts';
import { createTracing } from '../../src/log/otel.ts';
import { emptyStore, tablesWith } from '../support/databases.ts';
import { engines, openWorldOn } from '../support/engines.ts';

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
    spans: JSON.stringify(spans.map(({ name, attributes, events, status }) => ({ name, attributes, events, status }))),
    metrics: await metrics.text(),
    responses: JSON.stringify(bodies),
  };
  const found = Object.entries(places).filter(([, text]) => secrets.some((secret) => holds(text, secret)));
  expect(found).toEqual([]);
});

/** A code that happens to be part of a longer number, such as a time, is not the code. */
function holds(text: string, secret: string): boolean {
  return /^\d+$/.test(secret) ? new RegExp(`(?<![\\da-f])${secret}(?![\\da-f])`).test(text) : text.includes(secret);
}
