/**
 * The service in a process of its own, that kills itself: `child.ts '{"engine":…,"outside":…,"point":…,"after":n}'`.
 * Its provider is a thin one: whatever a provider keeps is kept by the parent, who outlives it (outside.ts).
 */
import { createBookingServer, createLog, createSandboxProvider, type Provider } from '../../src/index.ts';
import { sandboxCardService } from '../../src/sandbox/sandbox-card-service.ts';
import { createSandboxClock } from '../../src/time/sandbox-clock.ts';
import { openStore, type Engine } from './engine.ts';
import { cardServiceWithPoints, providerWithPoints, storeWithPoints, type Passed } from './points.ts';

export interface ChildOptions {
  readonly engine: Engine;
  /** Where the provider's own side is asked. */
  readonly outside: string;
  /** Where to be killed, and how often the point is passed before; left out: nowhere. */
  readonly point?: string;
  readonly after?: number;
  /** How far this life's clock is ahead: further than the last one's leases last, on an engine that does not end them. */
  readonly ahead_ms?: number;
}

// The parent wrote it from ChildOptions.
const { engine, outside, point, after = 0, ahead_ms = 0 } = JSON.parse(process.argv[2] ?? '{}') as ChildOptions;

let left = after;
const passed: Passed = (name) => {
  if (name !== point) return;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
  left -= 1;
};

async function tell(path: string, body: object): Promise<unknown> {
  const response = await fetch(outside + path, { method: 'POST', body: JSON.stringify(body) });
  return response.json();
}

const clock = createSandboxClock();
if (ahead_ms > 0) await clock.advance(ahead_ms);
const sandbox = createSandboxProvider({ clock });
const provider: Provider = {
  ...sandbox,
  async book({ booking, reference }) {
    // The answer is made in outside.ts.
    const { confirmation_code } = (await tell('/book', { id: booking.id, reference })) as { confirmation_code: string };
    return { outcome: 'confirmed', confirmation_code };
  },
  async modify({ booking, reference }) {
    await tell('/modify', { id: booking.id, reference });
    return { outcome: 'modified' };
  },
  async release({ id }) {
    await tell('/release', { id });
  },
};

const store = await openStore(engine);
const server = createBookingServer({
  store: storeWithPoints(store, passed),
  providers: [providerWithPoints(provider, passed)],
  cardService: cardServiceWithPoints(sandboxCardService, passed),
  clock,
  log: createLog({ level: 'silent' }),
  tick_seconds: 1,
  allowLoopbackWebhooks: true,
});
const { url } = await server.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${JSON.stringify({ url })}\n`);
