/** The booking service as a library. */
import type { KeyMode } from '@booking-service/contract';
import { pino, type Logger } from 'pino';
import type { CallCheck } from './billing.ts';
import { systemClock, type Clock } from './clock.ts';
import type { DeliveryDelays } from './domain/booking-events.ts';
import { createApp } from './http/app.ts';
import { createHttpServer } from './http/http-server.ts';
import { randomId, type NewId } from './ids.ts';
import type { CardService } from './providers/card-service.ts';
import { cardServiceWithDeadline, providerWithDeadline } from './providers/provider-deadline.ts';
import type { Provider } from './providers/provider.ts';
import type { Store } from './store/store.ts';
import { createWorker } from './worker/worker.ts';

export type { BilledCall, CallCheck } from './billing.ts';
export type { DeliveryDelays } from './domain/booking-events.ts';
export type { Clock, Ticker } from './clock.ts';
export type { NewId } from './ids.ts';
export { Refusal, type RefusalOptions } from './domain/refusal.ts';
export type { AskedAction } from './domain/booking.ts';
export type { CardService, CardSessions, CodeCheck, Settlement } from './providers/card-service.ts';
export type {
  Acceptance,
  BookingStep,
  Hold,
  Modification,
  ModificationOutcome,
  Outcome,
  Provider,
} from './providers/provider.ts';
export { sandboxCardService } from './providers/sandbox-card-service.ts';
export { sandboxBilling, sandboxEntitlements } from './providers/sandbox-checks.ts';
export { sandboxDeliveryDelays } from './providers/sandbox-delivery-delays.ts';
export { createSandboxProvider } from './providers/sandbox-provider.ts';
export { createOrganization, type CreatedOrganization } from './create-organization.ts';
export { systemClock } from './clock.ts';
export { createSealing, type Sealing } from './sealing.ts';
export { migrateSqliteStore, openSqliteStore, type SqliteStoreOptions } from './store/sqlite/sqlite-store.ts';
export { StoreError } from './store/sqlite/store-error.ts';
export type { Store } from './store/store.ts';

export interface BookingServerOptions {
  /** Where everything is kept; see openSqliteStore. Stays open when the server closes. */
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
  /** Default: JSON lines on standard output, from level info. */
  readonly log?: Logger;
  /** Which keys may call; a key of another mode gets wrong_key_environment. Default: both. */
  readonly servedModes?: readonly KeyMode[];
  /** Seconds between two ticks of the delivery worker. Default: 30 (DLV-3). */
  readonly tick_seconds?: number;
  /** Lets webhooks go to loopback addresses over http: only for a sandbox. Default: false (ORG-6). */
  readonly allowLoopbackWebhooks?: boolean;
}

/** What the service is connected to. */
export type Integrations = Pick<BookingServerOptions, 'providers' | 'cardService'>;

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
  /** Takes no more calls, ends the work under way and resolves. */
  close(): Promise<void>;
}

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
  log = pino(),
  servedModes = ['test', 'live'],
  tick_seconds,
  allowLoopbackWebhooks = false,
}: BookingServerOptions): BookingServer {
  const allowLoopback = allowLoopbackWebhooks;
  const shared = {
    store,
    clock,
    newId,
    providers: providers.map((provider) => providerWithDeadline(provider, clock)),
    cardService: cardService && cardServiceWithDeadline(cardService, clock),
    deliveryDelays,
  };
  const worker = createWorker({ ...shared, log, tick_seconds, allowLoopback });
  const context = { ...shared, runs: worker };
  const checks = { store, clock, servedModes, billing, entitlements };
  const server = createHttpServer(createApp({ context, checks, log }), { newId });

  return {
    async listen(address) {
      const listening = await server.listen(address);
      worker.start();
      return listening;
    },
    async close() {
      await Promise.all([server.stop(), worker.stop()]);
    },
  };
}
