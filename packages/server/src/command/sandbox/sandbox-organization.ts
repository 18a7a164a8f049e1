import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOrganization, type CreatedOrganization } from '../../organizations/create-organization.ts';
import { StartError } from '../start-error.ts';
import type { Store } from '../../store/store.ts';

/**
 * The sandbox's organization, made on a fresh data folder.
 *
 * The store keeps keys as digests only, as everywhere. So that a sandbox started again can print the keys it was
 * started with, they are also written to sandbox-credentials.json in the data folder, readable by its owner alone: the
 * integrator's own copy, as an .env file would be.
 */
export async function openSandboxOrganization({
  store,
  folder,
  webhook_url,
  now,
}: {
  store: Store;
  folder: string;
  webhook_url: string;
  now: Date;
}): Promise<CreatedOrganization> {
  const file = join(folder, 'sandbox-credentials.json');
  if (!existsSync(file)) {
    const created = await createOrganization(store, { name: 'Sandbox', webhook_url }, now);
    // Under its name only when it is whole: a crash leaves no half of it.
    writeFileSync(`${file}.new`, `${JSON.stringify(created, null, 2)}\n`, { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
    return created;
  }
  const credentials = readCredentials(file);
  if (!(await store.findOrganization(credentials.organization_id))) {
    throw new StartError(`${file} names an organization that the database lacks. Delete that file to make a new one.`);
  }
  await store.setWebhookUrl(credentials.organization_id, webhook_url);
  return credentials;
}

function readCredentials(file: string): CreatedOrganization {
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isCredentials(read)) return read;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  throw new StartError(`${file} is damaged. Delete it to make a new organization; its bookings stay in the database.`);
}

function isCredentials(read: unknown): read is CreatedOrganization {
  if (typeof read !== 'object' || read === null) return false;
  const { organization_id, signing_secret, keys } = read as Partial<CreatedOrganization>;
  return [organization_id, signing_secret, keys?.test, keys?.live].every((text) => typeof text === 'string');
}
