/** The booking service as a library: exports only. */
export { createBookingServer, type BookingServerOptions, type BookingServer } from './create-booking-server.ts';
export type { BilledCall, CallCheck } from './providers/integrations.ts';
export type { CallContext } from './providers/provider.ts';
export type { Integrations, IntegrationsModule, Sides, Supplier } from './providers/integrations.ts';
export type { DeliveryDelays } from './domain/booking.ts';
export type { Clock, Ticker } from '@booking-service/kernel/time';
export type { NewId } from '@booking-service/kernel/contract';
export type { NewCode } from './domain/session.ts';
export { Refusal, type RefusalOptions } from './domain/contract.ts';
export type { RequestedAction } from './domain/booking.ts';
export type {
  OpenedPayment,
  PaymentCall,
  PaymentRefund,
  PaymentService,
  PaymentToOpen,
} from './providers/integrations.ts';
export { PaymentMismatch, type PaidBooking, type PaymentReading } from './domain/payment.ts';
export type { CardVault, VaultCard, VerifiedPerson } from './providers/integrations.ts';
export type { Channel, CodeMessage, CodeSender } from './providers/integrations.ts';
export { createHttpCodes, type HttpCodeRequest, type HttpCodesOptions } from './providers/smtp-mail.ts';
export { createSmtpCodes, type SmtpCodesOptions } from './providers/smtp-mail.ts';
export type { SmtpTls } from './providers/smtp-mail.ts';
export { codesByChannel } from './providers/smtp-mail.ts';
export type {
  Acceptance,
  BookingReading,
  Documented,
  BookingStep,
  EventRequest,
  Hold,
  Modification,
  ModificationOutcome,
  Outcome,
  Provider,
  ProviderEvent,
  Release,
} from './providers/provider.ts';
export type { SizedBooking, SizedSearch } from './domain/booking.ts';
export { createHttpCards } from './providers/http/card-service.ts';
export { createHttpPayments } from './providers/http/card-service.ts';
export type { HttpCardServiceOptions } from './providers/http/card-service.ts';
export { createHttpProvider, type HttpProviderOptions } from './providers/http/http-provider.ts';
export { sandboxCards, sandboxCodes, sandboxPayments } from './providers/sandbox/sandbox-integrations.ts';
export { sandboxDeliveryDelays } from './providers/sandbox/sandbox-integrations.ts';
export { createSandboxIntegrations, type SandboxIntegrations } from './providers/sandbox/sandbox-integrations.ts';
export { createSandboxProvider } from './providers/sandbox/sandbox-provider.ts';
export { createOrganization, type CreatedOrganization } from './admin/organizations/create-organization.ts';
export { systemClock } from '@booking-service/kernel/time';
export type { Health } from './admin/health/health.ts';
export type { Listener } from '@booking-service/kernel/http';
export type { Handler } from '@booking-service/kernel/http';
export { findDocsSite } from './http/documents.ts';
export type { DocsSite } from '@booking-service/kernel/http';
export { createLog, type LogOptions } from './log/log.ts';
export type { Observer, Reports } from './log/observer.ts';
export { createMetrics, type Metrics, type MetricsOptions } from './admin/metrics/metrics.ts';
export { startAdminServer, type AdminServer, type AdminServerOptions } from './admin/start-admin-server.ts';
export { findDashboardFiles, type DashboardFile, type DashboardFiles } from './admin/dashboard/dashboard-listener.ts';
export type { DashboardAuth, DashboardUser } from './admin/dashboard/host-dashboard.ts';
export type { HostDashboard } from './admin/dashboard/host-dashboard.ts';
export { createBoundedFetch } from '@booking-service/kernel/http';
export { createSealing, type Sealing } from '@booking-service/kernel/store';
export { migratePostgresStore, openPostgresStore, type PostgresStoreOptions } from './store/postgres/postgres-store.ts';
export { openPostgresCells, type PostgresCell, type PostgresCellsOptions } from './store/postgres/postgres-cells.ts';
export type { Contest } from './store/cells/home-watch.ts';
export { backUpSqliteStore, type Backup } from './store/sqlite/sqlite-store.ts';
export { migrateSqliteStore, openSqliteStore, type SqliteStoreOptions } from './store/sqlite/sqlite-store.ts';
export { StoreError } from '@booking-service/kernel/store';
export type { Store } from './store/store.ts';
