/** @module-tag slow */
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWebhookEndpoint, type WebhookEndpoint } from '@booking-service/kernel/testing';
import { createVerifier } from '@booking-service/webhooks';
import { describe, expect, it } from 'vitest';
import type { ListedEvent } from '@booking-service/client';
import { createTestEvent } from '@booking-service/webhooks/testing';
import { limits } from '@booking-service/contract';
import { openCable, openTestSandbox, run, startCommand } from './support.ts';
import { createPosition } from '../src/listen/listen-state.ts';
import { interval_ms, polledPage } from '../src/poll-until-stopped.ts';

interface Listening extends AsyncDisposable {
  readonly environment: Readonly<Record<string, string>>;
  readonly endpoint: WebhookEndpoint;
  /** The arguments of `booking listen` to the endpoint. */
  readonly line: readonly string[];
  /** Makes a booking that has this event. */
  trigger(type: string): Promise<unknown>;
  /** The types of the received webhooks, in order. */
  types(): string[];
}

/** Opens a sandbox, a receiver, and a folder in which `listen` remembers its positions. */
async function openListening(): Promise<Listening> {
  await using opened = new AsyncDisposableStack();
  const { environment: ofSandbox } = opened.use(await openTestSandbox());
  const endpoint = opened.use(await openWebhookEndpoint());
  const folder = opened.use(await mkdtempDisposable(join(tmpdir(), 'listen-')));
  const environment = { ...ofSandbox, XDG_STATE_HOME: folder.path };
  const running = opened.move();
  return {
    environment,
    endpoint,
    line: ['listen', '--forward-to', endpoint.url],
    trigger: (type) => run(['trigger', type], environment),
    types: () => endpoint.received.map(({ event }) => event.type),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Revokes the test key of the organization that the tests use. */
async function revokeTestKey(adminUrl: string): Promise<void> {
  const list = async <Entry>(path: string) => {
    const response = await fetch(adminUrl + path);
    return ((await response.json()) as { readonly data: readonly Entry[] }).data;
  };
  const organizations = await list<{ id: string; name: string }>('/organizations?limit=100');
  const path = `/organizations/${organizations.find(({ name }) => name === 'Test')?.id}/keys`;
  const keys = await list<{ id: string; mode: string }>(path);
  const revoked = await fetch(`${adminUrl}${path}/${keys.find(({ mode }) => mode === 'test')?.id}/revoke`, {
    method: 'POST',
  });
  expect(revoked.status).toBe(200);
}

describe('booking listen', () => {
  it('forwards each event with a signature that a receiver verifies, and prints the response', async () => {
    await using listening = await openListening();
    const { environment, endpoint, line } = listening;
    await listening.trigger('booking.failed');
    await using command = startCommand(line, environment);
    const secret = /Signing secret: (\S+)/.exec(await command.printed(/Ready\. Press r/))?.[1] ?? '';
    endpoint.responses.push(204, 500);
    await listening.trigger('booking.confirmed');
    const text = await command.printed(/booking\.confirmed .*\n/);
    // The events before the start are not forwarded.
    expect(listening.types()).toEqual(['booking.created', 'booking.confirmed']);
    expect(text).toMatch(/\d\d:\d\d:\d\d booking\.created evt_\w+ bkg_\w+: 204 after \d+ ms/);
    expect(text).toMatch(/booking\.confirmed evt_\w+ bkg_\w+: 500 after \d+ ms/);
    const verifier = createVerifier({ secrets: [secret] });
    for (const { text: body, headers, event } of endpoint.received)
      expect(verifier.verify(body, headers)).toEqual(event);
    expect(await command.stop()).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it('sends the last event again when r is pressed, with the same body', async () => {
    await using listening = await openListening();
    await using command = startCommand(listening.line, listening.environment);
    await command.printed(/Ready/);
    command.press('r');
    await command.printed(/No event was forwarded yet/);
    listening.endpoint.responses.push(204, 503);
    await listening.trigger('booking.failed');
    await command.printed(/: 503 after/);
    command.press('r');
    await command.printed(/booking\.failed .*: 204 after/);
    const [, first, second] = listening.endpoint.received;
    expect(second?.text).toBe(first?.text);
  });

  it('continues after the last event, with the same secret, and begins with the next one for --latest', async () => {
    await using listening = await openListening();
    const { environment, line, endpoint } = listening;
    await listening.trigger('booking.failed');
    const listen = async (args: readonly string[], between = async () => {}) => {
      await using command = startCommand([...line, ...args], environment);
      const secret = /whsec_\S+/.exec(await command.printed(/Ready/))?.[0];
      await between();
      await command.printed(/booking\.failed .*: 204 after/);
      const { stdout } = await command.stop();
      const bookings = endpoint.received.splice(0).map(({ event }) => event.data.object.id);
      return { secret, bookings, isContinued: stdout.includes('Continuing after the event of ') };
    };
    const fail = async () => void (await listening.trigger('booking.failed'));
    const first = await listen([], fail);
    await fail();
    const second = await listen([]);
    await fail();
    const latest = await listen(['--latest'], fail);
    expect([first, second, latest].map(({ isContinued }) => isContinued)).toEqual([false, true, false]);
    expect(new Set([first.secret, second.secret, latest.secret]).size).toBe(1);
    // Two events of one booking each: none is missing, and none came twice.
    const all = [first, second, latest].flatMap(({ bookings }) => bookings);
    expect([all.length, new Set(all).size]).toEqual([6, 3]);
  });

  it('forwards only the types of --events, signed with the secret of the environment', async () => {
    await using listening = await openListening();
    const environment = { ...listening.environment, BOOKING_WEBHOOK_SECRET: 'whsec_own' };
    await using command = startCommand([...listening.line, '--events', 'booking.failed,booking.modified'], environment);
    expect(await command.printed(/Ready/)).not.toContain('whsec_');
    await listening.trigger('booking.failed');
    await command.printed(/: 204 after/);
    expect(listening.types()).toEqual(['booking.failed']);
    const [{ text, headers } = { text: '', headers: new Headers() }] = listening.endpoint.received;
    expect(createVerifier({ secrets: ['whsec_own'] }).check(text, headers).ok).toBe(true);
  });

  it('connects again after the service was away, and loses nothing', async () => {
    await using listening = await openListening();
    const { environment, line } = listening;
    await using cable = await openCable(environment['BOOKING_BASE_URL'] ?? '');
    await using command = startCommand([...line, '--url', cable.url], environment);
    await command.printed(/Ready/);
    await cable.cut();
    await command.printed(/cannot be reached: .*\. Trying again/);
    await listening.trigger('booking.failed');
    await cable.join();
    await command.printed(/can be reached again/);
    await command.printed(/booking\.failed .*: 204 after/);
    expect(listening.types()).toEqual(['booking.created', 'booking.failed']);
  });

  it('reports a receiver that does not respond, and goes on', async () => {
    await using listening = await openListening();
    await using command = startCommand(listening.line, listening.environment);
    await command.printed(/Ready/);
    listening.endpoint.responses.push('drop');
    await listening.trigger('booking.failed');
    const text = await command.printed(/booking\.failed .*: 204 after/);
    expect(text).toMatch(/booking\.created evt_\w+ bkg_\w+: no response after \d+ ms: .+/);
  });

  it('ends when its key is revoked', async () => {
    await using listening = await openListening();
    const { environment, line } = listening;
    const command = startCommand(line, environment);
    await command.printed(/Ready/);
    await revokeTestKey(environment['BOOKING_ADMIN_URL'] ?? '');
    expect(await command.ended).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/does not accept the API key from BOOKING_API_KEY: it is unknown or revoked\./),
    });
  });

  it('ends if the service refuses the key, and refuses wrong flags and a live key', async () => {
    await using listening = await openListening();
    const { environment, line } = listening;
    const unknown = { ...environment, BOOKING_API_KEY: 'sk_test_nobody' };
    expect(await run(line, unknown)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/does not accept the API key from BOOKING_API_KEY: it is unknown or revoked\./),
    });
    const live = { ...environment, BOOKING_API_KEY: 'sk_live_nobody' };
    const cases = [
      [line, live, /is a live key\. listen sends events to the computer of a developer\. Use a test key\./],
      [
        ['listen', '--forward-to', 'nowhere'],
        environment,
        /^Option '--forward-to <URL>' argument 'nowhere' is invalid\. Use an http or https URL such as /,
      ],
      [[...line, '--events', 'booking.lost'], environment, /^--events: booking\.lost is not an event\. Use one of /],
      [[...line, '--secret-file', '/nowhere'], environment, /^Cannot read the file of --secret-file: .*\. Name a file/],
      [
        line,
        { ...environment, BOOKING_WEBHOOK_SECRET: ' ' },
        /^The signing secret in BOOKING_WEBHOOK_SECRET is empty\./,
      ],
      [['listen'], environment, /^Required option '--forward-to <URL>' not specified/],
    ] as const;
    for (const [args, given, message] of cases)
      expect(await run(args, given)).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(message) });
  });
});

describe('createPosition', () => {
  const at = (second: number): ListedEvent => createTestEvent('booking.created', { created: new Date(second * 1000) });

  it('lists everything at first, and then from a minute before the newest event', () => {
    const position = createPosition();
    expect(position.from()).toBeUndefined();
    position.add(at(300));
    expect(position.from()).toEqual(new Date(240_000));
    // An event that becomes visible later than a newer one does not move the position back.
    position.add(at(270));
    expect(position.from()).toEqual(new Date(240_000));
  });

  it('has every event of that minute, and drops those before it', () => {
    const position = createPosition();
    const [first, late, newest] = [at(300), at(299), at(301)];
    for (const event of [first, newest, late]) position.add(event);
    expect([first, late, newest].every((event) => position.has(event))).toBe(true);
    position.add(at(360));
    expect([first, late, newest].map((event) => position.has(event))).toEqual([true, false, true]);
  });

  it('is the same after it was stored', () => {
    const position = createPosition();
    const event = at(300);
    position.add(event);
    const restored = createPosition(JSON.parse(JSON.stringify(position)));
    expect([restored.from(), restored.has(event)]).toEqual([position.from(), true]);
  });
});

it('LIM-8: polls every second with a tenth of the units of reads', () => {
  const { default_limit, window_seconds, reads } = limits;
  const polls = (window_seconds * 1000) / interval_ms;
  const cost = 1 + Math.floor(polledPage / reads.rows_per_unit);
  expect(polls * cost).toBe((default_limit * reads.units_per_request) / 10);
});
