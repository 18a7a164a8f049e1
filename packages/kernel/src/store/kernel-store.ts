/**
 * The methods that every service has: its callers, organizations, signing secrets, deliveries, the removal of old events, and commits
 * of its own statements. An engine has them with sealed secrets. Each method is one transaction.
 */
import type { ApiKeyReads, ApiKeyWrites } from './access/api-keys.ts';
import type { CallerReads, CallerWrites, RateCounts } from './access/callers.ts';
import type { CommitWrites, QueryReads } from './commit/commit.ts';
import type { DeliveryCountReads } from './deliveries/delivery-counts.ts';
import type { DeliveryReads, DeliveryWrites } from './deliveries/deliveries.ts';
import type { HistoryWrites } from './history/history.ts';
import type { Creations } from './organizations/creations.ts';
import type { OrganizationReads, OrganizationWrites, SettingsWrites } from './organizations/organizations.ts';
import type { SigningSecretReads, SigningSecretWrites } from './organizations/signing-secrets.ts';

export interface KernelReads
  extends
    ApiKeyReads,
    CallerReads,
    DeliveryCountReads,
    DeliveryReads,
    OrganizationReads,
    QueryReads,
    SigningSecretReads {}

export interface KernelWrites
  extends
    ApiKeyWrites,
    CallerWrites,
    CommitWrites,
    Creations,
    DeliveryWrites,
    HistoryWrites,
    OrganizationWrites,
    SettingsWrites,
    SigningSecretWrites,
    WriteChecks {}

export interface WriteChecks {
  /** Makes a write that changes nothing. Rejects if writes fail, or if damage was found in the database. */
  checkWrite(): Promise<void>;
}

export interface KernelStore extends KernelReads, KernelWrites, RateCounts, AsyncDisposable {}
