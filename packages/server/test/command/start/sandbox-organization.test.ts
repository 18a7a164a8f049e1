import { expect, it } from 'vitest';
import { openSandboxOrganization } from '../../../src/command/sandbox/sandbox-organization.ts';
import { openFolder } from '../../support/processes/server-process.ts';
import { openWorld } from '../../../src/testing.ts';

const addresses = { url: 'http://127.0.0.1:7420', admin_url: 'http://127.0.0.1:7422' };
const receiver = 'http://127.0.0.1:7421/webhooks';

it('keeps a webhook URL that was set after the start, until a start has another one', async () => {
  await using world = await openWorld();
  await using folder = await openFolder();
  const { store, clock } = world;
  const start = async (webhook_url: string) => {
    const options = { store, folder: folder.path, webhook_url, addresses, now: clock.now() };
    const { organization_id } = await openSandboxOrganization(options);
    return { organization_id, url: (await store.findOrganization(organization_id))?.webhook_url };
  };
  const { organization_id, url } = await start(receiver);
  expect(url).toBe(receiver);
  const own = 'http://127.0.0.1:9000/webhooks';
  await store.setWebhookUrl(organization_id, own);
  expect(await start(receiver)).toEqual({ organization_id, url: own });
  expect((await start('http://127.0.0.1:8421/webhooks')).url).toBe('http://127.0.0.1:8421/webhooks');
});
