import type { Logger } from 'pino';
import type { Flags } from '../config.ts';
import { createBookingServer } from '../index.ts';
import { createMetrics } from '../ops/metrics.ts';
import { startOpsServer } from '../ops/start-ops-server.ts';
import { sandboxCardService } from '../providers/sandbox-card-service.ts';
import { createSandboxProvider } from '../providers/sandbox-provider.ts';
import { isSystemError, portTaken } from '../start-error.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { clockOperations } from './clock-operations.ts';
import { startReceiver } from './receiver.ts';
import { createSandboxClock } from './sandbox-clock.ts';
import { openSandboxOrganization } from './sandbox-organization.ts';
import { welcomeText } from './welcome.ts';

const host = '127.0.0.1';

export interface Sandbox {
  readonly welcome: string;
  close(): Promise<void>;
}

/** Starts the service on its embedded store, with an organization to try it with and a receiver for its webhooks. */
export async function startSandbox(
  { port, receiverPort, data, tick_seconds }: Pick<Flags, 'port' | 'receiverPort' | 'data' | 'tick_seconds'>,
  log: Logger,
): Promise<Sandbox> {
  await using opened = new AsyncDisposableStack();
  const clock = createSandboxClock();
  const store = opened.use(openSqliteStore(data));
  const webhook_url = `http://${host}:${receiverPort}/webhooks`;
  const credentials = await openSandboxOrganization({ store, folder: data, webhook_url, now: clock.now() });

  const starting = startReceiver({
    host,
    port: receiverPort,
    secret: credentials.signing_secret,
    now: () => clock.now(),
  });
  const receiver = opened.use(
    await starting.catch((error: unknown) => {
      throw isSystemError(error) && error.code === 'EADDRINUSE'
        ? portTaken('--receiver-port', receiverPort, error)
        : error;
    }),
  );
  const metrics = createMetrics({ store, clock, log });
  const server = createBookingServer({
    store,
    providers: [createSandboxProvider({ clock })],
    cardService: sandboxCardService,
    clock,
    log,
    observer: metrics.observer,
    tick_seconds,
    allowLoopbackWebhooks: true,
  });
  const opsPort = port < 65_534 ? port + 2 : port - 2;
  const ops = opened.use(
    await startOpsServer({ host, port: opsPort, server, metrics, log, operations: clockOperations(clock) }),
  );
  opened.defer(() => server.close());
  const { url } = await server.listen({ host, port });

  const running = opened.move();
  const welcome = welcomeText({ url, receiverUrl: receiver.url, opsUrl: ops.url, data, tick_seconds, credentials });
  return { welcome, close: () => running.disposeAsync() };
}
