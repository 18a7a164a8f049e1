/**
 * Starts one sandbox for a test run: the globalSetup of Vitest and of Jest. The tests find it by BOOKING_BASE_URL and
 * BOOKING_ADMIN_URL. An app that reads its own key and secret from the environment has BOOKING_API_KEY and
 * BOOKING_WEBHOOK_SECRET, of an organization without a webhook URL.
 */
import { createAdminClient } from './admin-client.ts';
import { createOrganization } from './connect-sandbox.ts';
import { openService } from './open-service.ts';
import { publish } from './read-address.ts';
import { keepForTeardown } from './teardown.ts';

/** Starts the sandbox. Returns the function that stops it, for Vitest. Jest calls the module `jest/teardown`. */
export default async function setup(): Promise<() => Promise<void>> {
  const sandbox = await openService();
  const { url, adminUrl } = sandbox;
  const stop = async () => sandbox[Symbol.asyncDispose]();
  keepForTeardown(stop);
  const { keys, signing_secret } = await createOrganization(createAdminClient(adminUrl), null);
  publish({
    BOOKING_BASE_URL: url,
    BOOKING_ADMIN_URL: adminUrl,
    BOOKING_API_KEY: keys.test,
    BOOKING_WEBHOOK_SECRET: signing_secret,
  });
  return stop;
}
