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
});
