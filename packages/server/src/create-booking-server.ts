import { delivery, type KeyMode } from '@booking-service/contract';
import type { Logger } from 'pino';
import type { CallCheck } from './providers/billing.ts';
import { systemClock, type Clock } from './time/clock.ts';
import { containIntegration } from './log/containment.ts';
import type { DeliveryDelays } from './domain/booking-events.ts';
import { checkHealth, type Health, type HealthOptions } from './admin/health.ts';
import { logMalformed } from './http/access-log.ts';
import { createApp } from './http/app.ts';
import type { DocsPage } from './http/docs-page.ts';
import { createPublicServer } from './http/public-server.ts';
import { randomId, type NewId } from './domain/ids.ts';
import { createLog } from './log/log.ts';
import { toObserver, type Observer } from './log/observer.ts';
import type { CardService } from './providers/card-service.ts';
import { cardServiceWithDeadline, providerWithDeadline } from './providers/provider-deadline.ts';
import type { Provider } from './providers/provider.ts';
import type { Store } from './store/store.ts';
import { createWorker } from './worker/worker.ts';

export interface BookingServerOptions {
  /** Where everything is kept; see openSqliteStore and openPostgresStore. Stays open when the server closes. */
  readonly store: Store;
  /** Who takes the bookings. The first one answers venue searches. */
  readonly providers: readonly Provider[];
  /** Collects card payments externally, and knows the cards of sessions. Left out: cardservice_disabled. */
  readonly cardService?: CardService | undefined;
  /** Asked before each call that is billed. Left out: every call is allowed. */
  readonly billing?: CallCheck | undefined;
  /** Asked after billing, whether the organization's plan has the call. Left out: every call is allowed. */
  readonly entitlements?: CallCheck | undefined;
  /** Repeats and delays webhooks, for a sandbox. Default: each is sent once and at once. */
  readonly deliveryDelays?: DeliveryDelays | undefined;
  /** Default: the computer's own time. */
  readonly clock?: Clock;
  readonly newId?: NewId;
  /** Default: createLog(), JSON lines on standard output from level info, secrets masked. */
  readonly log?: Logger;
  /** Told what the server does, to count and to measure: see createMetrics. Default: nobody. */
  readonly observer?: Partial<Observer>;
  /** Which keys may call; a key of another mode gets wrong_key_environment. Default: both. */
  readonly servedModes?: readonly KeyMode[];
  /** Seconds between two ticks of the delivery worker. Default: 30 (DLV-3). */
  readonly tick_seconds?: number;
  /** The reference page, shown at /docs: see findDocsPage. Left out: there is no /docs. */
  readonly docs?: DocsPage | undefined;
  /** Accepts the public API keys of the sandbox's organizations: only for a sandbox. Default: false, they are unauthorized. */
  readonly acceptPublicKeys?: boolean;
  /** Lets webhooks go to loopback addresses over http: only for a sandbox. Default: false (ORG-6). */
  readonly allowLoopbackWebhooks?: boolean;
}

/** What the service is connected to. */
export type Integrations = Pick<BookingServerOptions, 'providers' | 'cardService' | 'billing' | 'entitlements'>;

/**
 * The default export of the module that `booking-service serve --providers FILE` loads: the integrations, or a function
 * that makes them.
 */
export type IntegrationsModule =
  | Integrations
  | ((given: { readonly clock: Clock; readonly log: Logger }) => Integrations | Promise<Integrations>);

export interface BookingServer {
  /** Begins to answer and to work. Rejects where the address is taken. */
  listen(address: { host: string; port: number }): Promise<{ url: string }>;
  /** Whether the database answers, at the migration of this program, and the worker ticks. Never rejects. */
  health(): Promise<Health>;
  /**
   * Takes no more calls and claims no more work, lets what is under way end, and resolves as soon as it has. After
   * `grace_seconds` of the computer's own time (default 10) what is left is cut: connections are closed, and runs that
   * the provider has not answered are given back, due again at once.
   */
  close(options?: { grace_seconds?: number }): Promise<void>;
}

const defaultGrace_seconds = 10;

/** Makes a server. It does nothing until `listen`. Throws where the contract's document cannot be compiled. */
export function createBookingServer({
  store,
  providers,
  cardService,
  billing,
  entitlements,
  deliveryDelays,
  clock = systemClock,
  newId = randomId,
  log = createLog(),
  observer: told = {},
  servedModes = ['test', 'live'],
  tick_seconds = delivery.cadence_seconds,
  docs,
  acceptPublicKeys = false,
  allowLoopbackWebhooks = false,
}: BookingServerOptions): BookingServer {
  const observer = toObserver(told, log);
  const shared = {
    store,
    clock,
    newId,
    observer,
    providers: providers.map((provider) => providerWithDeadline(containIntegration(provider.name, provider), clock)),
    cardService: cardService && cardServiceWithDeadline(containIntegration('cardService', cardService), clock),
    deliveryDelays,
  };
  const worker = createWorker({ ...shared, log, tick_seconds, allowLoopback: allowLoopbackWebhooks });
  const context = { ...shared, runs: worker };
  const checks = {
    store,
    clock,
    observer,
    servedModes,
    acceptPublicKeys,
    billing: billing && containIntegration('billing', billing),
    entitlements: entitlements && containIntegration('entitlements', entitlements),
  };
  const app = createApp({ context, checks, log, observer, docs });
  const server = createPublicServer(app, { newId, onMalformed: logMalformed({ log, observer }) });
  let state: HealthOptions['state'] = 'not listening';

  return {
    async listen(address) {
      const listening = await server.listen(address);
      worker.start();
      state = 'listening';
      return listening;
    },
    health: () => checkHealth({ store, log, state, signsOfLife: worker.signsOfLife() }),
    async close({ grace_seconds = defaultGrace_seconds } = {}) {
      state = 'stopping';
      await Promise.all([server.stop({ grace_seconds }), worker.stop({ grace_seconds })]);
      state = 'not listening';
    },
  };
}
