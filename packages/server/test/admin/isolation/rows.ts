/** A request for each operation of the admin contract, for the isolation matrix. An operation without a row does not compile. */
import type { AdminOperationId, CreatedDashboardLink } from '@booking-service/contract/admin';
import type { AdminWorld, OperationRequest } from '../../support/worlds/admin-world.ts';
import { storeDue } from '../../support/own-provider.ts';
import { addDelivery } from '../../store/queues/queued.ts';

export interface Row {
  /** Returns a request that an admitted caller may make. `organization_id` is added to its path. Default: an empty request. */
  readonly request?: (world: AdminWorld) => OperationRequest | Promise<OperationRequest>;
  /** The status for an admitted caller. Default: 200. */
  readonly admitted?: number;
}

/** Names a pending delivery of the organization. */
async function delivery(world: AdminWorld): Promise<OperationRequest> {
  const query = { organization_id: world.organization_id, limit: 1 };
  const [found] = (await world.store.listDeliveries(query)).rows;
  if (found) return { path: { delivery_id: found.id } };
  await addDelivery(world.store, world.organization);
  return delivery(world);
}

const body = (of: unknown) => ({ request: () => ({ body: of }) });

/** Prepares a signing secret, unless one is prepared. */
async function prepareSecret({ store, organization_id }: AdminWorld): Promise<OperationRequest> {
  await store.prepareSecret({ organization_id, secret: 'whsec_next', created: '2026-11-21T09:30:00.000Z' });
  return {};
}

async function discardSecret({ store, organization_id }: AdminWorld): Promise<OperationRequest> {
  await store.discardSecret(organization_id);
  return {};
}

/** The path of the organization's newest key. */
async function keyOf({ store, organization_id }: AdminWorld): Promise<OperationRequest> {
  const [key] = await store.listApiKeys({ organization_id, limit: 1 });
  return { path: { key_id: key?.id ?? '' } };
}

/** The path of a booking of the organization. */
async function booking(world: AdminWorld): Promise<OperationRequest> {
  await delivery(world);
  const { organization_id, store, clock } = world;
  const { rows: bookings } = await store.listBookings({ organization_id, now: clock.now(), limit: 1 });
  return { path: { booking_id: bookings[0]?.id ?? '' } };
}

/** The path of a new booking with a run before its first attempt. */
async function bookingWithRun(world: AdminWorld): Promise<OperationRequest> {
  const { organization_id } = world;
  const [booking_id = ''] = await storeDue(world, { organization_id, provider: 'away', count: 1 });
  return { path: { booking_id } };
}

export const rows: Readonly<Record<AdminOperationId, Row>> = {
  getLiveness: {},
  getReadiness: {},
  getMetrics: {},
  getCaller: {},
  listAccessTokens: {},
  createAccessToken: { ...body({ name: 'Ada Byron', role: 'operator' }), admitted: 201 },
  revokeAccessToken: {
    request: async (world) => ({ path: { access_token_id: (await world.addToken('operator')).id } }),
  },
  listOrganizations: {},
  createOrganization: { ...body({ name: 'Harbour Group' }), admitted: 201 },
  getOrganization: {},
  setStanding: body({ standing: 'active' }),
  setLimits: body({ rate_limit: 300 }),
  getSettings: {},
  setWebhookUrl: body({ webhook_url: 'https://8.8.8.8/webhooks' }),
  sendTestEvent: { ...body({ type: 'booking.created' }), admitted: 201 },
  revealSigningSecret: {},
  prepareSigningSecret: { request: discardSecret, admitted: 201 },
  activateSigningSecret: { request: prepareSecret },
  discardPreparedSecret: { request: prepareSecret },
  getUsage: {},
  listApiKeys: {},
  createApiKey: { ...body({ name: 'Website', mode: 'test' }), admitted: 201 },
  renameApiKey: { request: async (world) => ({ ...(await keyOf(world)), body: { name: 'Shop' } }) },
  revokeApiKey: { request: keyOf },
  createDashboardLink: { ...body({ role: 'operator' }), admitted: 201 },
  listDashboardSessions: {},
  revokeDashboardSession: {
    async request(world) {
      const { body: created } = await world.call<CreatedDashboardLink>(
        'createDashboardLink',
        { body: { role: 'operator' } },
        world.tokens.operator,
      );
      return { path: { dashboard_session_id: created.session.id } };
    },
  },
  // A link works once, and the same request is sent by several callers: dashboard/sign-in.test.ts uses real ones.
  signIn: { ...body({ link_token: '' }), admitted: 400 },
  getSession: {},
  // The holder of a token has no session.
  signOut: { admitted: 409 },
  listAuditEntries: {},
  listAllAuditEntries: {},
  getSandboxClock: {},
  advanceSandboxClock: body({ ms: 1 }),
  listMagicValues: {},
  getFaults: {},
  setFaults: body({ provider: { behavior: 'normal' } }),
  listReceivedWebhooks: {},
  listDeliveries: {},
  getDelivery: { request: delivery },
  resendDelivery: { request: delivery, admitted: 409 },
  resendAbandonedDeliveries: body({ since: '2026-11-21T00:00:00.000Z' }),
  deleteAttemptResponse: {
    request: async (world) => ({ path: { ...(await delivery(world)).path, attempt: '1' } }),
    admitted: 404,
  },
  getDeliveryStatistics: {},
  listBookings: {},
  findBooking: { request: () => ({ query: { id: 'bkg_none' } }) },
  getBookingTimeline: { request: booking },
  getBookingState: { request: booking },
  retryBooking: { request: bookingWithRun },
  failBooking: { request: bookingWithRun },
  listStuckBookings: {},
  listProviders: {},
  exportBooking: { request: booking },
  // Its booking is in progress.
  eraseBooking: { request: booking, admitted: 409 },
  findGuestBookings: body({ contact: 'ada@diner.test' }),
};
