/**
 * Which side of the store runs a method of the port. One that stands in neither list has to be composed of others by
 * sqlite-store.ts: a method that is new to the port compiles only once that is decided.
 */
import type { Store } from '../../store.ts';

/** A method of the port; all of them are asynchronous. */
export type StoreMethod = Exclude<keyof Store, symbol>;

/** Run by this thread, on a connection that cannot write. */
export const readMethods = [
  'listOrganizations',
  'listApiKeys',
  'readWorkload',
  'findNextDue',
  'findOrganization',
  'authenticate',
  'findBooking',
  'findBookingByKey',
  'listExpired',
  'findSession',
  'findSessionCreations',
  'findLatestVerifiedSession',
  'listDeliveries',
] as const;

/** Run by the thread that does all writing, together with whatever else waits there (group-commit.ts). */
export const writeMethods = [
  'createOrganization',
  'setStanding',
  'createApiKey',
  'revokeApiKey',
  'setWebhookUrl',
  'createBooking',
  'changeBooking',
  'readyRuns',
  'claimRuns',
  'claimRun',
  'postponeRun',
  'finishRun',
  'createSession',
  'changeSessionCreations',
  'changeSession',
  'abandonSpentDeliveries',
  'claimTurns',
  'endTurn',
  'claimDeliveries',
  'recordAttempt',
  'resendDelivery',
  'checkWrite',
] as const;

export type ReadMethod = (typeof readMethods)[number];
export type WriteMethod = (typeof writeMethods)[number];
