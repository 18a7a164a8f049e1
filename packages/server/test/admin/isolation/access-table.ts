/**
 * The roles that may call each operation of the admin contract, written apart from the contract. A change of a role there fails the
 * isolation matrix until this table states it, too: no role gets more by accident.
 */
import type { AdminOperationId, AdminRole } from '@booking-service/contract/admin';

/** The callers of an operation; `anyone` needs no token. */
export type Callers = readonly AdminRole[] | 'anyone';

const operators = ['operator'] as const;
const admins = ['admin', 'operator'] as const;
const support = ['support', 'operator'] as const;
const monitoring = ['monitoring', 'support', 'operator'] as const;
const developers = ['developer', 'admin', 'support', 'operator'] as const;
const viewers = ['viewer', 'developer', 'admin', 'support', 'operator'] as const;

export const callersOf: Readonly<Record<AdminOperationId, Callers>> = {
  getLiveness: 'anyone',
  getReadiness: 'anyone',
  getMetrics: monitoring,
  listProviders: monitoring,
  getCaller: viewers,
  listAccessTokens: operators,
  createAccessToken: operators,
  revokeAccessToken: operators,
  listOrganizations: support,
  createOrganization: operators,
  getOrganization: viewers,
  setStanding: operators,
  setLimits: operators,
  getSettings: viewers,
  setWebhookUrl: admins,
  sendTestEvent: developers,
  revealSigningSecret: admins,
  prepareSigningSecret: admins,
  activateSigningSecret: admins,
  discardPreparedSecret: admins,
  getUsage: viewers,
  listApiKeys: viewers,
  createApiKey: admins,
  renameApiKey: admins,
  revokeApiKey: admins,
  createDashboardLink: operators,
  listDashboardSessions: operators,
  revokeDashboardSession: operators,
  signIn: 'anyone',
  getSession: viewers,
  signOut: viewers,
  listAuditEntries: admins,
  listAllAuditEntries: operators,
  getSandboxClock: viewers,
  advanceSandboxClock: operators,
  listMagicValues: viewers,
  getFaults: viewers,
  setFaults: operators,
  listReceivedWebhooks: viewers,
  listDeliveries: viewers,
  getDelivery: viewers,
  resendDelivery: developers,
  resendAbandonedDeliveries: developers,
  deleteAttemptResponse: admins,
  getDeliveryStatistics: viewers,
  listBookings: viewers,
  findBooking: viewers,
  getBookingTimeline: viewers,
  getBookingState: viewers,
  retryBooking: operators,
  failBooking: operators,
  listStuckBookings: support,
  exportBooking: admins,
  eraseBooking: admins,
  findGuestBookings: admins,
};
