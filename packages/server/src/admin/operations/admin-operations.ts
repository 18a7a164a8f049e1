import type { AdminContext, AdminHandlers } from '../admin-context.ts';
import { accessOperations, auditOperations, dashboardOperations, memberOperations } from './access-operations.ts';
import {
  apiKeyOperations,
  organizationOperations,
  settingsOperations,
  signingSecretOperations,
} from './organization-operations.ts';
import { bookingOperations, stuckBookingOperations } from './booking-operations.ts';
import { deliveryOperations, deliveryStatistics } from './delivery-operations.ts';
import { guestOperations } from './guest-operations.ts';
import { paymentOperations, reconcileOperations } from './payment-operations.ts';
import { requestOperations } from './request-operations.ts';
import { searchOperations } from './search-operations.ts';
import { timelineOperations } from './booking-timeline.ts';

/** The operations of other parts of the server: its health, the sessions of the dashboard, and those of a sandbox. */
type OtherOperation =
  | 'getLiveness'
  | 'getReadiness'
  | 'getMetrics'
  | 'getHealth'
  | 'listProviders'
  | 'getSandboxClock'
  | 'advanceSandboxClock'
  | 'listMagicValues'
  | 'getFaults'
  | 'setFaults'
  | 'listReceivedWebhooks'
  | 'readSignInLink'
  | 'signIn'
  | 'getSignInOptions'
  | 'requestSignInLink'
  | 'startIssuerSignIn'
  | 'finishIssuerSignIn'
  | 'getSession'
  | 'signOut'
  | 'listOwnSessions'
  | 'revokeOwnSession';

/** Returns the operations for administration. Every service mounts them, and the commands call them. */
export function adminOperations(context: AdminContext): Omit<AdminHandlers, OtherOperation> {
  return {
    ...organizationOperations(context),
    ...settingsOperations(context),
    ...signingSecretOperations(context),
    ...apiKeyOperations(context),
    ...accessOperations(context),
    ...auditOperations(context),
    ...dashboardOperations(context),
    ...memberOperations(context),
    ...deliveryOperations(context),
    ...deliveryStatistics(context),
    ...bookingOperations(context),
    ...timelineOperations(context),
    ...stuckBookingOperations(context),
    ...paymentOperations(context),
    ...reconcileOperations(context),
    ...guestOperations(context),
    ...requestOperations(context),
    ...searchOperations(context),
  };
}
