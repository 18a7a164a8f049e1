export { type AttemptCause, type StatusClass, statusClasses } from '../send/attempt.ts';
export {
  type ApiKey,
  type ApiKeyReads,
  type ApiKeyWrites,
  type Caller,
  type Creations,
  fieldsOfKey,
  type NewApiKey,
  type NewOrganization,
  type RateCounts,
} from '../store/access/port.ts';
export {
  type AttemptOutcome,
  type AttemptRecord,
  type Claim,
  type ClaimedDelivery,
  type DeliveryCountReads,
  type HourCounts,
  isDue,
  type Lease,
  type Receivers,
} from '../store/deliveries/port.ts';
export {
  type FinishedDelivery,
  type HistoryArchive,
  type HistoryWrites,
  keptSince,
  mayBeRemoved,
  timeOf,
} from '../store/history/port.ts';
export {
  type KernelReads,
  type KernelStore,
  type KernelWrites,
  sealDeliveries,
  sealSecrets,
} from '../store/kernel-store.ts';
export { type Migrated, newestMigrationOf, type ServiceFiles } from '../store/migration-files.ts';
export {
  type ListedOrganization,
  maxPage,
  type NewestPage,
  type Organization,
  type OrganizationReads,
  type OrganizationWrites,
  type SealedSecrets,
  type SettingsWrites,
  type SigningSecretPair,
  type SigningSecretReads,
  type SigningSecretWrites,
} from '../store/organizations/organizations.ts';
export {
  hasPassword,
  isDatabaseUrl,
  nameOfDatabase,
  type PostgresMigrateOptions,
  type PostgresStoreOptions,
} from '../store/postgres/database-url.ts';
export { createSealing, type Sealing, sealingUnavailable } from '../store/sealing.ts';
export {
  afterEvery,
  type ColumnOf,
  joinParts,
  notFromIndex,
  type Owned,
  type Part,
  type PrepareShared,
  type RunStatement,
  type SharedStatement,
} from '../store/shared-statement.ts';
export { BusyError, busyReasons, StoreError } from '../store/store-errors.ts';
