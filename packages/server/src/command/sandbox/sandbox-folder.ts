/** The files that a sandbox keeps in its data folder, beside its database: the keys of its organization, and the offset of its clock. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CreatedOrganization, createOrganization } from '../../admin/organizations/create-organization.ts';
import { StartError } from '../start-error.ts';
import type { Store } from '../../store/store.ts';

/** The contents of the file. */
interface Credentials extends CreatedOrganization {
  /** The webhook URL that a start set last; undefined in a file of an older version. */
  readonly webhook_url?: string;
}

/** The addresses of the last start, for programs on this computer that read the file. */
interface Addresses {
  readonly url: string;
  readonly admin_url: string;
}

/**
 * Opens the organization of the sandbox, or creates it in a fresh data folder.
 *
 * The store contains only digests of API keys. So the keys are also written to sandbox-credentials.json in the data folder,
 * which only its owner can read: a restarted sandbox prints the same keys.
 *
 * A start sets the webhook URL only if it is another one than at the start before: a URL that someone has set since then stays.
 */
export async function openSandboxOrganization({
  store,
  folder,
  webhook_url,
  addresses,
  now,
}: {
  store: Store;
  folder: string;
  webhook_url: string;
  addresses: Addresses;
  now: Date;
}): Promise<CreatedOrganization> {
  const file = join(folder, 'sandbox-credentials.json');
  if (!existsSync(file)) {
    const created = await createOrganization(store, { name: 'Sandbox', webhook_url }, now);
    write(file, { ...created, webhook_url, ...addresses });
    return created;
  }
  const credentials = readCredentials(file);
  const organization = await store.findOrganization(credentials.organization_id);
  if (!organization) {
    throw new StartError(
      `${file} names an organization that is not in the database. Delete the file to create a new organization.`,
    );
  }
  if (webhook_url !== credentials.webhook_url) await store.setWebhookUrl(credentials.organization_id, webhook_url);
  // The secret may have been rotated since.
  const current = { ...credentials, signing_secret: organization.signing_secret, webhook_url, ...addresses };
  write(file, current);
  return current;
}

/** Writes the file, which is renamed when it is complete, so that a crash cannot leave half of one. */
function write(file: string, credentials: Credentials & Addresses): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

function readCredentials(file: string): Credentials {
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isCredentials(read)) return read;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  throw new StartError(
    `${file} is damaged. Delete it to create a new organization. The old one keeps its bookings in the database.`,
  );
}

function isCredentials(read: unknown): read is Credentials {
  if (typeof read !== 'object' || read === null) return false;
  const { organization_id, signing_secret, keys } = read as Partial<CreatedOrganization>;
  return [organization_id, signing_secret, keys?.test, keys?.live].every((text) => typeof text === 'string');
}

/**
 * Stores how far the clock of a sandbox is ahead, in sandbox-clock.json in its data folder. Stored instants come from that
 * clock. Without the offset, work that is due would wait after a restart until the computer's time has caught up.
 */
interface ClockOffsetFile {
  /** Returns 0 if no file exists yet. Throws a StartError if the file is damaged. */
  read(): number;
  write(offset_ms: number): void;
}

/** About 3,000 years, so that the year of every instant has four digits. */
const maxOffset_ms = 100_000_000_000_000;

export function openClockOffsetFile(folder: string): ClockOffsetFile {
  const file = join(folder, 'sandbox-clock.json');
  return {
    read() {
      const text = readIfExists(file);
      if (text === undefined) return 0;
      const offset_ms = parse(text);
      if (offset_ms !== undefined) return offset_ms;
      throw new StartError(
        `${file} is damaged. Restore it from a copy, or delete it to start at the computer's time. Then bookings and webhooks under way wait until that time has caught up.`,
      );
    },
    write(offset_ms) {
      // Renamed when it is complete, so that a crash cannot leave half of a file.
      writeFileSync(`${file}.new`, `${JSON.stringify({ offset_ms })}\n`, { mode: 0o600, flush: true });
      renameSync(`${file}.new`, file);
    },
  };
}

function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    // If the folder itself is a file, the store reports it.
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code)))
      return undefined;
    throw error;
  }
}

function parse(text: string): number | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || !('offset_ms' in value)) return undefined;
  const { offset_ms } = value;
  const isOffset = typeof offset_ms === 'number' && Number.isInteger(offset_ms);
  return isOffset && offset_ms >= 0 && offset_ms <= maxOffset_ms ? offset_ms : undefined;
}
