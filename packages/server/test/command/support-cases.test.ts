/** The questions of docs/operate/support-cases.md, answered on each engine by the lines of that page and nothing else. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { runCommandLine } from '../../src/command/run-command-line.ts';
import { createSandboxProvider, openPostgresStore, openSqliteStore, type Store } from '../../src/index.ts';
import { randomId } from '@booking-service/kernel/contract';
import { systemClock } from '@booking-service/kernel/time';
import { openWorld, testSealing, type World, type WorldOptions } from '../../src/testing.ts';
import { baseEngines, makePostgresDatabase, type BaseEngine } from '../support/engines.ts';
import { environment as sealed } from '../support/processes/served.ts';
import { newBooking } from '../support/new-booking.ts';
import { openFolder } from '../support/processes/server-process.ts';

type Line = Readonly<Record<string, unknown>>;
type Values = Readonly<Record<string, string>>;

const page = readFileSync(new URL('../../../../docs/operate/support-cases.md', import.meta.url), 'utf8');

/** Returns the lines of the page under this question. */
function linesOf(question: string): readonly string[] {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${question}\n`));
  const block = /```sh\n([\s\S]*?)```/.exec(section ?? '')?.[1];
  if (block === undefined) throw new Error(`docs/operate/support-cases.md does not answer: ${question}`);
  return block.trimEnd().split('\n');
}

/** Returns whether the line of the log passes `select(…)`: comparisons and fields that exist, joined by `and`. */
function passes(line: Line, condition: string): boolean {
  return condition.split(' and ').every((part) => {
    const [, field = '', operator, value] = /^\.(\w+)(?: (==|>=|<) (.+))?$/.exec(part) ?? [];
    if (field === '') throw new Error(`The test does not have the filter ${part}.`);
    const found = line[field];
    if (operator === undefined) return found !== undefined && found !== null && found !== false;
    const wanted = JSON.parse(value ?? '') as string | number;
    if (operator === '==') return found === wanted;
    return operator === '>=' ? String(found) >= String(wanted) : String(found) < String(wanted);
  });
}

/** Opens an empty store, and the setting by which a command finds it. */
async function openStoreOf(
  engine: BaseEngine,
  opened: AsyncDisposableStack,
): Promise<{ readonly store: Store; readonly setting: Values }> {
  if (engine === 'postgres') {
    const { url } = opened.use(await makePostgresDatabase({ tables: true }));
    const store = opened.use(await openPostgresStore(url, { sealing: testSealing }));
    return { store, setting: { BOOKING_SERVICE_DATABASE: url } };
  }
  const { path } = opened.use(await openFolder());
  return {
    store: opened.use(openSqliteStore(path, { sealing: testSealing })),
    setting: { BOOKING_SERVICE_DATA: path },
  };
}

/** A service with its log, and a provider that fails while `isDown`. */
async function openSupported(engine: BaseEngine, options: Pick<WorldOptions, 'start'> = {}) {
  await using opened = new AsyncDisposableStack();
  const { store, setting } = await openStoreOf(engine, opened);
  const lines: Line[] = [];
  const log = pino(
    { timestamp: pino.stdTimeFunctions.isoTime },
    { write: (text) => void lines.push(JSON.parse(text) as Line) },
  );
  const provider = { isDown: false };
  const sandbox = createSandboxProvider({ clock: systemClock });
  const book: typeof sandbox.book = async (step) => {
    if (provider.isDown) throw new Error('The supplier does not respond.');
    return { outcome: 'confirmed', confirmation_code: `C${step.step}` };
  };
  const world = opened.use(
    await openWorld({
      ...options,
      store,
      log,
      providers: [{ ...sandbox, checkRequest: async () => ({ at_once: false }), book }],
    }),
  );
  const environment = { ...sealed, ...setting };
  const running = opened.move();

  /** Runs the nth line of the page under the question, with these values in the place of its variables. */
  async function run(question: string, number: number, values: Values): Promise<string> {
    const text = Object.entries(values).reduce(
      (line, [name, value]) => line.replaceAll(`$${name}`, value),
      linesOf(question)[number] ?? '',
    );
    const condition = /^jq -c 'select\((.*)\)' booking-service\.log$/.exec(text)?.[1];
    if (condition !== undefined)
      return lines
        .filter((line) => passes(line, condition))
        .map((line) => JSON.stringify(line))
        .join('\n');
    const [program, ...args] = text.split(' ');
    expect(program).toBe('booking-service');
    const { exitCode, text: output } = await runCommandLine(args, environment);
    expect(output).not.toBe('');
    expect(exitCode).toBe(0);
    return output;
  }
  const found = async (...given: Parameters<typeof run>) =>
    (await run(...given))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Line);
  return { world, provider, lines, run, found, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

async function create(world: World, headers: Values = {}): Promise<string> {
  return (await world.call<{ id: string }>('POST', '/v1/bookings', { body: newBooking(), headers })).body.id;
}

describe.each(baseEngines)('%s', (engine) => {
  it('answers: I was charged twice', async () => {
    await using supported = await openSupported(engine);
    const { world, run, found } = supported;
    const question = 'I was charged twice';
    const values = { ORG: world.organization.organization_id };
    const first = await create(world, { 'Idempotency-Key': 'order-1', 'Request-Id': 'req_first000' });
    expect(await create(world, { 'Idempotency-Key': 'order-1', 'Request-Id': 'req_again000' })).toBe(first);
    const other = await create(world, { 'Request-Id': 'req_other000' });
    expect(await found(question, 0, values)).toEqual([
      expect.objectContaining({ request_id: 'req_first000', status: 201, booking_id: first }),
      expect.objectContaining({ request_id: 'req_again000', status: 200, booking_id: first, replayed: true }),
      expect.objectContaining({ request_id: 'req_other000', status: 201, booking_id: other }),
    ]);
    const listed = await run(question, 1, values);
    expect([first, other].map((id) => listed.split(id).length - 1)).toEqual([1, 1]);
  });

  it('answers: Why do we get 429s', async () => {
    await using supported = await openSupported(engine, { start: new Date() });
    const { world, run } = supported;
    const question = 'Why do we get 429s';
    const values = { ORG: world.organization.organization_id };
    await world.store.setLimits(values.ORG, { rate_limit: 1 });
    await create(world);
    await world.call('POST', '/v1/bookings', { body: newBooking(), headers: { 'Request-Id': 'req_limited00' } });
    const list = await vi.waitFor(
      async () => {
        await world.clock.advance(1_000);
        const printed = await run(question, 2, values);
        if (!printed.includes('req_limited00')) throw new Error(`The log lacks the request: ${printed}`);
        return printed;
      },
      { timeout: 30_000 },
    );
    expect(list).toMatch(/429 +rate_limited +createBooking/);
    expect(await run(question, 0, values)).toMatch(/T\d\d +2 +1 +1 +0/);
    expect(await run(question, 1, values)).toMatch(/key_\w+ +2 +1 +1 +0/);
    expect(await run(question, 3, values)).toMatch(/Requests/);
  });

  it('answers: My booking is stuck since yesterday', async () => {
    await using supported = await openSupported(engine);
    const { world, provider, run } = supported;
    const question = 'My booking is stuck since yesterday';
    provider.isDown = true;
    const id = await create(world);
    await world.clock.advance(20 * 60_000);
    const values = { ORG: world.organization.organization_id, BOOKING: id };
    expect(await run(question, 0, values)).toContain(id);
    expect(await run(question, 1, values)).toContain(id);
    const timeline = await run(question, 2, values);
    for (const attempt of [1, 24])
      expect(timeline).toMatch(
        new RegExp(`Z +sandbox: book, attempt ${attempt} +failed, The supplier does not respond\\., `),
      );
    provider.isDown = false;
    await run(question, 3, values);
  });

  it('answers: My webhook did not arrive', async () => {
    await using supported = await openSupported(engine, { start: new Date(Date.now() - 20 * 60_000) });
    const { world, run, found } = supported;
    const question = 'My webhook did not arrive';
    world.endpoint.responses.push(500, 500, 500, 500, 500, 500, 500, 500);
    const id = await create(world);
    for (let minutes = 0; minutes < 16; minutes += 1) await world.clock.advance(60_000);
    const values = { ORG: world.organization.organization_id, BOOKING: id };
    expect(await run(question, 0, values)).toContain('abandoned');
    const attempts = await found(question, 1, values);
    expect(attempts).toHaveLength(8);
    expect(attempts[0]).toMatchObject({
      status: 500,
      host: new URL(world.endpoint.url).host,
      event_type: 'booking.created',
    });
    await run(question, 2, { ...values, DELIVERY: String(attempts[0]?.['delivery_id']) });
    // The command has its own clock, which is ahead: the resend is due at the time of this computer.
    for (let minutes = 0; minutes < 6; minutes += 1) await world.clock.advance(60_000);
    expect(await found(question, 1, values)).toContainEqual(expect.objectContaining({ attempt: 5, status: 204 }));
  });

  it('answers: Who got the 503s at 14:02', async () => {
    await using supported = await openSupported(engine);
    const { world, lines, run, found } = supported;
    const question = 'Who got the 503s at 14:02';
    const { organization_id, keys } = world.organization;
    await world.call('POST', '/v1/venues/search', { body: {} });
    // As the line is without a database: see the test of an outage of PostgreSQL.
    const { organization_id: _org, key_id: _key, ...unnamed } = lines.at(-1) ?? {};
    lines.push({
      ...unnamed,
      time: '2026-11-21T14:02:30.000Z',
      status: 503,
      error_code: 'service_unavailable',
    });
    const at = { FROM: '2026-11-21T14:02:00.000Z', UNTIL: '2026-11-21T14:03:00.000Z' };
    const created = '2026-11-21T14:02:10.000Z';
    const failed = {
      id: 'req_failed',
      created,
      operation: 'createBooking',
      method: 'POST',
      path: '/v1/bookings',
    } as const;
    const rest = {
      status: 503,
      error_code: 'service_unavailable',
      idempotency_key: null,
      booking_id: null,
      latency_ms: 9,
    };
    const owner = {
      organization_id,
      mode: 'test',
      key_id: 'key_failed',
      position: randomId('req', new Date(created)),
    } as const;
    await world.store.recordRequests([{ ...failed, ...rest, ...owner }]);
    expect(await run(question, 0, at)).toMatch(
      new RegExp(`${organization_id} +503 +service_unavailable +createBooking`),
    );
    expect(await run(question, 0, { FROM: at.UNTIL, UNTIL: '2026-11-21T14:04:00.000Z' })).toContain(
      'No failed requests.',
    );
    const refused = await found(question, 1, at);
    expect(refused).toEqual([expect.objectContaining({ error_code: 'service_unavailable' })]);
    const DIGEST = String(refused[0]?.['key_digest']);
    expect(DIGEST).toBe(hash('sha256', keys.test, 'hex').slice(0, 12));
    expect(await found(question, 2, { DIGEST })).toEqual([expect.objectContaining({ organization_id })]);
  });

  it('answers: My API key does not work', async () => {
    await using supported = await openSupported(engine);
    const { world, run, found } = supported;
    const question = 'My API key does not work';
    const { organization_id, keys } = world.organization;
    expect(linesOf(question)[0]).toBe('printf %s "$KEY" | sha256sum | cut -c1-12');
    const DIGEST = hash('sha256', keys.test, 'hex').slice(0, 12);
    await world.call('POST', '/v1/venues/search', { body: {} });
    const [used] = await found(question, 1, { DIGEST });
    const key_id = String(used?.['key_id']);
    await world.store.revokeApiKey({ organization_id, id: key_id }, world.clock.now());
    await world.call('POST', '/v1/venues/search', { body: {} });
    expect(await found(question, 1, { DIGEST })).toEqual([
      expect.objectContaining({ status: 200, key_id }),
      expect.objectContaining({ status: 401, error_code: 'unauthorized' }),
    ]);
    const row = (await run(question, 2, { ORG: organization_id })).split('\n').find((line) => line.includes(key_id));
    expect(row).toContain('revoked');
  });
});
