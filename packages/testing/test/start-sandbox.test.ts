import { execFileSync } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { createReceiver, createVerifier } from '@booking-service/webhooks';
import { createNodeHandler } from '@booking-service/webhooks/node';
import { connectSandbox, startSandbox } from '@booking-service/testing';
import { book, createApp } from './support.ts';

describe('startSandbox', () => {
  it('delivers the outcome of each venue to an app', async () => {
    await using sandbox = await startSandbox();
    const { app, confirmed } = createApp(sandbox.verifier);
    await sandbox.deliverTo(app);
    const booking = await book(sandbox, sandbox.venues.harbour_table);
    await book(sandbox, sandbox.venues.last_seat);
    await book(sandbox, sandbox.venues.code_house);
    await sandbox.advance('10 seconds');
    expect((await sandbox.nextWebhook('booking.confirmed')).data.object.id).toBe(booking.id);
    expect(confirmed).toEqual([booking.id]);
    expect((await sandbox.nextWebhook('booking.failed')).data.object.error_code).toBe('slot_not_offered');
    expect((await sandbox.nextWebhook('booking.requires_action')).data.object.next_action?.type).toBe('enter_code');
    expect((await sandbox.client.bookings.get(booking.id)).status).toBe('confirmed');
  });

  it('states what it needs, in a Node without SQLite', () => {
    const program = `import { startSandbox } from '@booking-service/testing';
await startSandbox().catch((error) => console.log(error.message));`;
    const flags = ['--no-experimental-sqlite', '--conditions=@booking-service/source', '--input-type=module'];
    const printed = execFileSync(process.execPath, [...flags, '--eval', program], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    });
    expect(printed).toMatch(
      /^startSandbox cannot load the service in Node [\d.]+: it needs Node 22\.16 or newer .+\.\n$/,
    );
  });

  it('starts its clock now: a verifier without a clock accepts its webhooks', async () => {
    await using sandbox = await startSandbox();
    const verifier = createVerifier({ secrets: [sandbox.signing_secret] });
    const { app, confirmed } = createApp(verifier);
    await sandbox.deliverTo(app);
    const { id } = await book(sandbox, sandbox.venues.express_counter);
    await sandbox.nextWebhook('booking.confirmed');
    expect(confirmed).toEqual([id]);
  });

  it('repeats a webhook that the app failed, when its time has come', async () => {
    await using sandbox = await startSandbox();
    const { app, confirmed } = createApp(sandbox.verifier, { failures: 1 });
    await sandbox.deliverTo(app);
    const { id } = await book(sandbox, sandbox.venues.express_counter);
    await sandbox.nextWebhook('booking.created');
    await sandbox.advance('1 second');
    await expect(sandbox.nextWebhook('booking.confirmed', { timeout: 0 })).rejects.toThrow(
      'No booking.confirmed was accepted within 0 ms. Webhooks so far: booking.created (the app responded 204), booking.confirmed (the app responded 500: Internal Server Error). Advance the clock',
    );
    await sandbox.advance('1 minute');
    await sandbox.nextWebhook('booking.confirmed');
    expect(confirmed).toEqual([id]);
  });

  it('advances by words, by milliseconds and to a time, and refuses everything else', async () => {
    await using sandbox = await startSandbox();
    const { id } = await book(sandbox, sandbox.venues.code_house);
    const start = sandbox.clock.now().getTime();
    await sandbox.advance('10 minutes');
    await sandbox.advance(60_000);
    await sandbox.advance(new Date(start + 1_300_000));
    expect(sandbox.clock.now().getTime()).toBeGreaterThanOrEqual(start + 1_300_000);
    expect((await sandbox.client.bookings.get(id)).status).toBe('expired');
    await expect(sandbox.advance(new Date(start))).rejects.toThrow('It only moves forward');
    // @ts-expect-error a unit that no duration has
    await expect(sandbox.advance('2 fortnights')).rejects.toThrow('"2 fortnights" is not a duration');
    await expect(sandbox.advance('40 days')).rejects.toThrow('responded 400');
  });

  it('delivers to a fetch handler, to an object with one, and to a listener of node:http', async () => {
    await using sandbox = await startSandbox();
    const received: string[] = [];
    const handle = async (request: Request) => {
      const body = await request.text();
      received.push(sandbox.verifier.verify(body, request.headers).type);
      return new Response(null, { status: 204 });
    };
    const app = { status: 204, fetch: (request: Request, ..._more: unknown[]) => handle(request) };
    const listener = createNodeHandler(createReceiver({ verifier: sandbox.verifier }));
    for (const target of [handle, app, listener]) {
      await sandbox.deliverTo(target);
      await book(sandbox, sandbox.venues.harbour_table);
      await sandbox.nextWebhook('booking.created');
    }
    expect(received).toEqual(['booking.created', 'booking.created']);
    await expect(sandbox.deliverTo({} as never)).rejects.toThrow('is not a handler, a listener or a URL.');
  });

  it('names an app that throws, and one that does not respond', async () => {
    await using sandbox = await startSandbox();
    await sandbox.deliverTo((_request: IncomingMessage, _response: ServerResponse) => {
      throw new Error('The database is away.');
    });
    await book(sandbox, sandbox.venues.harbour_table);
    await expect(sandbox.nextWebhook('booking.created', { timeout: 500 })).rejects.toThrow(
      'booking.created (the app responded 500: Error: The database is away.)',
    );
    await sandbox.deliverTo(() => new Promise<Response>(() => undefined));
    await book(sandbox, sandbox.venues.harbour_table);
    await expect(sandbox.nextWebhook('booking.created', { timeout: 500 })).rejects.toThrow(
      'booking.created (the app has not responded)',
    );
  });

  it('ends a wait also while a test has replaced the timers', async () => {
    await using sandbox = await startSandbox();
    vi.useFakeTimers();
    try {
      await expect(sandbox.nextWebhook('booking.created', { timeout: 1 })).rejects.toThrow('Webhooks so far: none.');
    } finally {
      vi.useRealTimers();
    }
  });

  it('refuses an event that does not exist at once', async () => {
    await using sandbox = await startSandbox();
    await expect(sandbox.nextWebhook('booking.confirmd' as 'booking.failed')).rejects.toThrow(
      /^booking\.confirmd is not an event\. Use one of booking\.created, /,
    );
  });

  it('delivers to the URL of an app, and says that nothing listens there', async () => {
    await using sandbox = await startSandbox({ app: 'http://127.0.0.1:1/hooks' });
    await book(sandbox, sandbox.venues.express_counter);
    await sandbox.advance('1 second');
    await expect(sandbox.nextWebhook('booking.confirmed', { timeout: 0 })).rejects.toThrow(
      'booking.confirmed (the app responded nothing',
    );
    const { app, confirmed } = createApp(sandbox.verifier);
    const url = await sandbox.deliverTo(app);
    await sandbox.deliverTo(`${url}/webhooks`);
    await sandbox.advance('1 minute');
    await sandbox.nextWebhook('booking.confirmed');
    expect(confirmed).toHaveLength(1);
  });

  it('accepts the keys of the magic organizations', async () => {
    await using sandbox = await startSandbox();
    const suspended = sandbox.client.withOptions({ apiKey: 'sk_test_sandbox_suspended' });
    expect((await suspended.venues.search().result()).error?.code).toBe('org_suspended');
  });
});

describe('connectSandbox', () => {
  it('names the setup if no sandbox is running', async () => {
    await expect(connectSandbox({ url: 'http://127.0.0.1:1' })).rejects.toThrow('globalSetup');
  });
});
