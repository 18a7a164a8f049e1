/**
 * Every operation of the admin contract × every caller × both engines. A caller may do what rows.ts states for its role, and a
 * member only in its own organization. A caller is never served more than that.
 */
import { adminRoutes, type AdminError, type AdminOperationId } from '@booking-service/contract/admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { openAdminWorld, type AdminWorld, type OperationRequest } from '../../support/worlds/admin-world.ts';
import { rows } from './rows.ts';

const unknownToken = `adm_${'A'.repeat(43)}`;
const callers = ['viewer', 'developer', 'admin', 'monitoring', 'support', 'operator', 'foreign'] as const;
/** A signing secret, an API key, an access token or a sign-in link. The public keys of the sandbox are shorter. */
const secret = /(?:whsec|adm|bsl|sk_test|sk_live)_[\w-]{32}/;
// The rows are by operationId.
const operationIds = Object.keys(rows) as AdminOperationId[];

describe.each(engines)('%s', (engine) => {
  let world: AdminWorld;
  beforeAll(async () => {
    world = await openAdminWorld(engine, { access: 'token' });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  async function requestOf(operationId: AdminOperationId, organization_id: string): Promise<OperationRequest> {
    const request = (await rows[operationId].request?.(world)) ?? {};
    return { ...request, path: { organization_id, ...request.path } };
  }

  const countEntries = async () =>
    Number((await world.query('SELECT count(*) AS entries FROM audit_entries'))[0]?.['entries']);

  it('has a row for each operation', () => {
    expect(operationIds.toSorted()).toEqual(Object.keys(adminRoutes).toSorted());
  });

  const admittedBy = (operationId: AdminOperationId) => rows[operationId].admitted ?? 200;

  it.each(operationIds)('ADM-6: %s needs a valid token, unless it is for anyone', async (operationId) => {
    const isOpen = rows[operationId].callers === 'anyone';
    const request = await requestOf(operationId, world.organization_id);
    const seen: unknown[] = [];
    for (const token of [null, unknownToken, 'adm_short', 'sk_test_sandbox']) {
      const { status, headers } = await world.call<AdminError>(operationId, request, token);
      seen.push([status, headers.get('www-authenticate')]);
    }
    expect(seen).toEqual(Array(4).fill(isOpen ? [admittedBy(operationId), null] : [401, 'Bearer']));
  });

  it.each(operationIds)('ADM-3 ADM-7: %s serves each role that may call it, and no other', async (operationId) => {
    const mayCall = rows[operationId].callers;
    const isOfOrganization = adminRoutes[operationId].path.includes('{organization_id}');
    const [seen, expected]: [unknown[], unknown[]] = [[], []];
    for (const caller of callers) {
      const role = caller === 'foreign' ? 'admin' : caller;
      const isRefused = mayCall !== 'anyone' && !mayCall.includes(role);
      const isForeign = !isRefused && caller === 'foreign' && isOfOrganization;
      const request = await requestOf(operationId, world.organization_id);
      const before = await countEntries();
      const { status, body } = await world.call<AdminError>(operationId, request, world.tokens[caller]);
      const isServed = !isRefused && !isForeign;
      const changed = !isServed && (await countEntries()) !== before;
      const hasSecret = (caller === 'monitoring' || caller === 'support') && secret.test(JSON.stringify(body));
      seen.push({
        caller,
        status,
        changed,
        hasSecret,
        error: isForeign && { error: body.error, error_code: body.error_code },
      });
      expected.push({
        caller,
        status: isRefused ? 403 : isForeign ? 404 : admittedBy(operationId),
        changed: false,
        hasSecret: false,
        error: isForeign && { error: `No organization has the id ${world.organization_id}.`, error_code: 'not_found' },
      });
    }
    expect(seen).toEqual(expected);
  });

  const ofOrganization = operationIds.filter((id) => adminRoutes[id].path.includes('{organization_id}'));
  const missing_id = 'org_00000000000000000000000000000000';
  it.each(ofOrganization)(
    '%s refuses an organization that does not exist as it refuses a foreign one',
    async (operationId) => {
      const request = await requestOf(operationId, missing_id);
      const refused = {
        status: 404,
        body: { error: `No organization has the id ${missing_id}.`, error_code: 'not_found' },
      };
      expect(await world.call<AdminError>(operationId, request, world.tokens.operator)).toMatchObject(refused);
      const member = await world.call<AdminError>(operationId, request, world.tokens.foreign);
      expect(member).toMatchObject(rows[operationId].callers.includes('admin') ? refused : { status: 403 });
    },
  );
});
