/** A request for each operation of the admin contract, for the isolation matrix. An operation without a row does not compile. */
import type { AdminOperationId } from '@booking-service/contract/admin';
import type { AdminWorld, OperationRequest } from '../../support/admin-world.ts';

export interface Row {
  /** Returns a request that an admitted caller may make. `organization_id` is added to its path. Default: an empty request. */
  readonly request?: (world: AdminWorld) => OperationRequest | Promise<OperationRequest>;
  /** The status for an admitted caller. Default: 200. */
  readonly admitted?: number;
}

const body = (of: unknown) => ({ request: () => ({ body: of }) });

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
  listAuditEntries: {},
  listAllAuditEntries: {},
  getSandboxClock: {},
  advanceSandboxClock: body({ ms: 1 }),
  listMagicValues: {},
  getFaults: {},
  setFaults: body({ provider: { behavior: 'normal' } }),
  listDeliveries: {},
  resendDelivery: { ...body({ organization_id: 'org_none', id: 'dlv_none' }), admitted: 404 },
};
