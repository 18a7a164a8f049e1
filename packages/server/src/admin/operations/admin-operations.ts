import type { AdminContext, AdminHandlers } from '../admin-context.ts';
import { accessOperations } from './access-operations.ts';
import { apiKeyOperations } from './api-key-operations.ts';
import { auditOperations } from './audit-operations.ts';
import { bookingOperations } from './bookings/booking-operations.ts';
import { dashboardOperations } from './dashboard-operations.ts';
import { deliveryOperations } from './delivery-operations.ts';
import { deliveryStatistics } from './delivery-statistics.ts';
import { memberOperations } from './member-operations.ts';
import { organizationOperations } from './organization-operations.ts';
import { guestOperations } from './bookings/guest-operations.ts';
import { paymentOperations } from './bookings/payment-operations.ts';
import { reconcileOperations } from './bookings/reconcile-payments.ts';
import { requestOperations } from './request-operations.ts';
import { searchOperations } from './search-operations.ts';
import { settingsOperations } from './settings-operations.ts';
import { signingSecretOperations } from './signing-secret-operations.ts';
import { stuckBookingOperations } from './bookings/stuck-booking-operations.ts';
import { timelineOperations } from './bookings/booking-timeline.ts';

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
