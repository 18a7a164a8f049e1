/**
 * The callers of each operation of the admin contract and a request for it, for the isolation matrix. An operation without a row does
 * not compile. The roles are written apart from the contract: a change of a role there fails the matrix until this table states
 * it, too, so no role gets more by accident.
 */
import type { AdminOperationId, AdminRole, CreatedDashboardLink, InvitedMember } from '@booking-service/contract/admin';
import type { AdminWorld, OperationRequest } from '../../support/worlds/admin-world.ts';
import { storeDue } from '../../support/providers.ts';
import { addDelivery } from '../../store/queues/queued.ts';

/** The callers of an operation; `anyone` needs no token. */
type Callers = readonly AdminRole[] | 'anyone';

const operators = ['operator'] as const;
const admins = ['admin', 'operator'] as const;
const support = ['support', 'operator'] as const;
const monitoring = ['monitoring', 'support', 'operator'] as const;
const developers = ['developer', 'admin', 'support', 'operator'] as const;
const viewers = ['viewer', 'developer', 'admin', 'support', 'operator'] as const;

export interface Row {
  /** The roles that may call it. */
  readonly callers: Callers;
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

/** The path of a new member of the organization. */
async function member({ call, organization_id, tokens }: AdminWorld): Promise<OperationRequest> {
  const path = { organization_id };
  const request = { path, body: { email: 'grace@diner.test', role: 'viewer' } };
  const { body: invited } = await call<InvitedMember>('inviteMember', request, tokens.operator);
  return { path: { member_id: invited.member.id } };
}

/** The path of a new member of the operator. */
async function operatorMember({ call, tokens }: AdminWorld): Promise<OperationRequest> {
  const request = { body: { email: 'grace@diner.test', role: 'support' } };
  const { body: invited } = await call<InvitedMember>('inviteOperatorMember', request, tokens.operator);
  return { path: { member_id: invited.member.id } };
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
  getLiveness: { callers: 'anyone' },
  getReadiness: { callers: 'anyone' },
  getMetrics: { callers: monitoring },
  getHealth: { callers: monitoring },
  getCaller: { callers: viewers },
  searchObjects: { callers: viewers, request: () => ({ query: { q: 'org_none' } }) },
  listAccessTokens: { callers: operators },
  createAccessToken: { callers: operators, ...body({ name: 'Ada Byron', role: 'operator' }), admitted: 201 },
  revokeAccessToken: {
    callers: operators,
    request: async (world) => ({ path: { access_token_id: (await world.addToken('operator')).id } }),
  },
  listOrganizations: { callers: support },
  createOrganization: { callers: operators, ...body({ name: 'Harbour Group' }), admitted: 201 },
  getOrganization: { callers: viewers },
  setStanding: { callers: operators, ...body({ standing: 'active' }) },
  setLimits: { callers: operators, ...body({ rate_limit: 300 }) },
  getSettings: { callers: viewers },
  setWebhookUrl: { callers: admins, ...body({ webhook_url: 'https://8.8.8.8/webhooks' }) },
  sendTestEvent: { callers: developers, ...body({ type: 'booking.created' }), admitted: 201 },
  revealSigningSecret: { callers: admins },
  prepareSigningSecret: { callers: admins, request: discardSecret, admitted: 201 },
  activateSigningSecret: { callers: admins, request: prepareSecret },
  discardPreparedSecret: { callers: admins, request: prepareSecret },
  getUsage: { callers: viewers },
  listApiKeys: { callers: viewers },
  createApiKey: { callers: admins, ...body({ name: 'Website', mode: 'test' }), admitted: 201 },
  renameApiKey: { callers: admins, request: async (world) => ({ ...(await keyOf(world)), body: { name: 'Shop' } }) },
  revokeApiKey: { callers: admins, request: keyOf },
  createDashboardLink: { callers: operators, ...body({ role: 'operator' }), admitted: 201 },
  listDashboardSessions: { callers: operators },
  revokeDashboardSession: {
    callers: operators,
    async request(world) {
      const { body: created } = await world.call<CreatedDashboardLink>(
        'createDashboardLink',
        { body: { role: 'operator' } },
        world.tokens.operator,
      );
      return { path: { dashboard_session_id: created.session.id } };
    },
  },
  listOrganizationSessions: { callers: admins },
  revokeOrganizationSession: {
    callers: admins,
    async request(world) {
      const { body: created } = await world.call<CreatedDashboardLink>(
        'createDashboardLink',
        { body: { role: 'viewer', organization_id: world.organization_id } },
        world.tokens.operator,
      );
      return { path: { dashboard_session_id: created.session.id } };
    },
  },
  listMembers: { callers: viewers },
  inviteMember: { callers: admins, ...body({ email: 'ada@diner.test', role: 'viewer' }), admitted: 201 },
  changeMemberRole: {
    callers: admins,
    request: async (world) => ({ ...(await member(world)), body: { role: 'developer' } }),
  },
  removeMember: { callers: admins, request: member },
  listOperatorMembers: { callers: operators },
  inviteOperatorMember: { callers: operators, ...body({ email: 'ada@diner.test', role: 'support' }), admitted: 201 },
  changeOperatorMemberRole: {
    callers: operators,
    request: async (world) => ({ ...(await operatorMember(world)), body: { role: 'operator' } }),
  },
  removeOperatorMember: { callers: operators, request: operatorMember },
  // Its service sends no mail: sign-in/members.test.ts has a mail server.
  requestSignInLink: { callers: 'anyone', ...body({ email: 'ada@diner.test' }), admitted: 409 },
  readSignInLink: { callers: 'anyone', ...body({ link_token: '' }), admitted: 400 },
  // A link works once, and the same request is sent by several callers: dashboard/sign-in.test.ts uses real ones.
  signIn: { callers: 'anyone', ...body({ link_token: '' }), admitted: 400 },
  // sign-in/issuers.test.ts uses a real issuer.
  getSignInOptions: { callers: 'anyone' },
  startIssuerSignIn: { callers: 'anyone', request: () => ({ path: { issuer: 'none' } }), admitted: 404 },
  finishIssuerSignIn: {
    callers: 'anyone',
    request: () => ({ path: { issuer: 'none' }, body: { response: 'code=none' } }),
    admitted: 404,
  },
  getSession: { callers: viewers },
  // The holder of a token has no session.
  signOut: { callers: viewers, admitted: 409 },
  listOwnSessions: { callers: viewers, admitted: 409 },
  revokeOwnSession: {
    callers: viewers,
    request: () => ({ path: { dashboard_session_id: 'das_none' } }),
    admitted: 409,
  },
  listAuditEntries: { callers: admins },
  listAllAuditEntries: { callers: operators },
  getSandboxClock: { callers: viewers },
  advanceSandboxClock: { callers: operators, ...body({ ms: 1 }) },
  listMagicValues: { callers: viewers },
  getFaults: { callers: viewers },
  setFaults: { callers: operators, ...body({ provider: { behavior: 'normal' } }) },
  listReceivedWebhooks: { callers: viewers },
  listDeliveries: { callers: viewers },
  getDelivery: { callers: viewers, request: delivery },
  resendDelivery: { callers: developers, request: delivery, admitted: 409 },
  countDeliveries: { callers: viewers },
  resendDeliveries: { callers: developers, ...body({ created_from: '2026-11-21T00:00:00.000Z' }) },
  deleteAttemptResponse: {
    callers: admins,
    request: async (world) => ({ path: { ...(await delivery(world)).path, attempt: '1' } }),
    admitted: 404,
  },
  getDeliveryStatistics: { callers: viewers },
  listOrganizationBookings: { callers: viewers },
  findBooking: { callers: viewers, request: () => ({ query: { id: 'bkg_none' } }) },
  getBookingTimeline: { callers: viewers, request: booking },
  getBookingState: { callers: viewers, request: booking },
  retryBooking: { callers: operators, request: bookingWithRun },
  failBooking: { callers: operators, request: bookingWithRun },
  // Its booking has no payment.
  refundPayment: {
    callers: operators,
    request: async (world) => ({ ...(await booking(world)), body: { amount_refunded: 1 } }),
    admitted: 409,
  },
  listPayments: { callers: viewers },
  listOrganizationRequests: { callers: viewers },
  countRequests: { callers: viewers },
  reconcilePayments: { callers: operators, ...body({ repair: true }) },
  listFailedRequests: { callers: support },
  listStuckBookings: { callers: support },
  listProviders: { callers: monitoring },
  exportBooking: { callers: admins, request: booking },
  // Its booking is in progress.
  eraseBooking: { callers: admins, request: booking, admitted: 409 },
  findGuestBookings: { callers: admins, ...body({ contact: 'ada@diner.test' }) },
};
