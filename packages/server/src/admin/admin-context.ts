import type { AdminOperations, adminRoutes } from '@booking-service/contract/admin';
import type { AdminCaller } from './admin-caller.ts';
import type { MemberMail } from './members/member-mail.ts';
import type { ReadPayment } from '../domain/payment.ts';
import type { AdminStore } from '../store/store.ts';
import { readAvailable } from '../store/cells/merge-pages.ts';
import type { EveryField } from '@booking-service/kernel/contract';
import type { HttpResponse } from '@booking-service/kernel/http';
import type { Clock } from '@booking-service/kernel/time';

/** The dependencies of the operations for administration. Each group of operations destructures the ones that it uses. */
export interface AdminContext {
  readonly store: AdminStore;
  readonly clock: Pick<Clock, 'now'>;
  /** True if webhooks may go to http URLs of this computer, as in a sandbox. */
  readonly allowLoopbackWebhooks: boolean;
  /** Private networks to which webhooks may go, as in the booking server. Default: none (ORG-6). */
  readonly webhookPrivateNetworks?: readonly string[] | undefined;
  /** The URL of the dashboard. Default: the service has none, so no sign-in link can be created. */
  readonly dashboard?: DashboardPlace | undefined;
  /** Reads a payment at the card service; see BookingServer.readPayment. Default: none, and reconcilePayments is refused. */
  readonly readPayment?: ReadPayment | undefined;
  /** Days for which an event is kept, as in the booking server. Default: 30 (DLV-14). */
  readonly retention_days?: number | undefined;
  /** The fate of older events, as in the booking server. Default: 'remove'. */
  readonly old_events?: 'remove' | 'archive' | undefined;
}

/** The dashboard of a service. */
export interface DashboardPlace {
  /** Its address, for example https://dashboard.example.com, without a path. */
  readonly url: string;
  /** The time of links and sessions: the computer's, also in a sandbox whose own clock is advanced. */
  readonly clock: Pick<Clock, 'now'>;
  /** Sends sign-in links to members. Default: no mail, and who invites a person hands the link over. */
  readonly mail?: MemberMail | undefined;
}

/** Who calls an operation that is for anyone. */
export interface Visitor {
  /** The network address of the client; undefined if it is not known, for example behind a proxy that is not a trusted one. */
  readonly source: string | undefined;
}

/** The implementations of admin operations. One that is for anyone receives a visitor. */
export type AdminHandlers = {
  readonly [K in keyof typeof adminRoutes]: (typeof adminRoutes)[K]['role'] extends 'anyone'
    ? AdminOperations<[Visitor]>[K]
    : AdminOperations<[AdminCaller]>[K];
};

/** The fields of a list that its handler sets, for EveryField: nameUnavailable sets the other one. */
export type OwnFields<Body> = EveryField<Omit<Body, 'unavailable_cells'>>;

/** Calls a handler. The body of a list of all organizations names the cells that did not respond, and has the rows of the others. */
export async function nameUnavailable(handle: () => Promise<HttpResponse>): Promise<HttpResponse> {
  const { result, unavailable } = await readAvailable(handle);
  if (unavailable.length === 0 || typeof result.body !== 'object' || result.body === null) return result;
  return { ...result, body: { ...result.body, unavailable_cells: unavailable } };
}
