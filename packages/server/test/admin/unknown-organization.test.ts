import { describe, expect, it } from 'vitest';
import { openAdminWorld } from '../support/worlds/admin-world.ts';
import { engines } from '../support/engines.ts';

describe.each(engines)('%s', (engine) => {
  it.each(['org_none', 'xudmf_0'])(
    'ORG-3: refuses an API key for the organization %s, which does not exist',
    async (id) => {
      await using world = await openAdminWorld(engine);
      const request = { path: { organization_id: id }, body: { name: 'Kiosk', mode: 'live' } };
      const { status, body } = await world.call<{ error_code: string }>('createApiKey', request);
      expect([status, body.error_code]).toEqual([404, 'not_found']);
    },
  );

  it('refuses an organization in a cell that does not exist', async () => {
    await using world = await openAdminWorld(engine);
    const request = { body: { name: 'Kiosk', webhook_url: null, cell: 'north' } };
    const { status, body } = await world.call<{ error: string }>('createOrganization', request);
    const reason = engine === 'cells' ? 'No cell has the name north.' : 'This service has one database.';
    expect([status, body.error]).toEqual([404, expect.stringContaining(reason)]);
  });
});
