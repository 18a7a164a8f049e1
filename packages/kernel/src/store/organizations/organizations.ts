/** The part of the port that has the organizations and their settings. */
import type { NewEvent } from '../../contract.ts';
import { afterEvery, type Part, type PrepareShared } from '../shared-statement.ts';
import { StoreError } from '../store-errors.ts';

export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly created: string;
  readonly suspended: boolean;
  readonly webhook_url: string | null;
  readonly signing_secret: string;
  readonly rate_limit: number;
  readonly test_allowance: number;
  readonly test_confirmed: number;
}

/** An organization in a list: without its secret. */
export type ListedOrganization = Omit<Organization, 'signing_secret'>;

/** The maximum of rows of a page. */
export const maxPage = 1_000;

interface Page {
  /** The id of the last row of the page before. Default: the first page. */
  readonly after?: string | undefined;
  /** Default: maxPage. */
  readonly limit?: number;
}

/** A page of rows, newest first. */
export interface NewestPage {
  /** The id of the last row of the page before. Default: the first page. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** New limits of an organization. An omitted one stays. */
interface NewLimits {
  readonly rate_limit?: number | undefined;
  readonly test_allowance?: number | undefined;
}

/** The settings of an organization that contain no secret. */
interface OrganizationSettings {
  readonly id: string;
  readonly name: string;
  readonly webhook_url: string | null;
  /** The time at which the next signing secret was prepared; null if none is. */
  readonly secret_prepared_at: string | null;
}

/** An event that no row of the service has. */
interface NewTestEvent {
  readonly organization_id: string;
  readonly subject_id: string;
  readonly event: NewEvent;
}

export interface OrganizationReads {
  /** Finds an organization with its signing secret. */
  findOrganization(id: string): Promise<Organization | undefined>;
  /** Returns a page of the organizations, in order of id, which is the order of creation. */
  listOrganizations(page?: Page): Promise<ListedOrganization[]>;
  /** Returns a page of the organizations, newest first. */
  listNewestOrganizations(page: NewestPage): Promise<ListedOrganization[]>;
  /** Finds an organization without its secret. */
  findListedOrganization(id: string): Promise<ListedOrganization | undefined>;
  findSettings(organization_id: string): Promise<OrganizationSettings | undefined>;
}

export interface OrganizationWrites {
  /** Suspends or resumes an organization and returns it; undefined if it does not exist (AUT-5). */
  setStanding(organization_id: string, standing: 'active' | 'suspended'): Promise<ListedOrganization | undefined>;
  /** Sets the limits that are given, and returns the organization; undefined if it does not exist (LIM-4, LIM-5). */
  setLimits(organization_id: string, limits: NewLimits): Promise<ListedOrganization | undefined>;
}

/** Writes that have statements of their own on each engine. */
export interface SettingsWrites {
  /** Sets the webhook URL, or clears it. Pending deliveries go to the new URL (DLV-11). */
  setWebhookUrl(organization_id: string, webhook_url: string | null): Promise<void>;
  /** Stores the event with its deliveries. Without a webhook URL it returns false and stores nothing. */
  addTestEvent(added: NewTestEvent): Promise<boolean>;
}

interface OrganizationRow extends Omit<Organization, 'suspended'> {
  /** PostgreSQL returns a boolean; SQLite returns 0 or 1. */
  readonly suspended: boolean | number;
}
type ListedRow = Omit<OrganizationRow, 'signing_secret'>;

const listed = 'id, name, created, suspended, webhook_url, rate_limit, test_allowance, test_confirmed';
const selectOrganization = {
  name: 'find_organization',
  text: `SELECT ${listed}, signing_secret FROM organizations WHERE id = $1`,
};
const selectOrganizations = {
  name: 'list_organizations',
  text: `SELECT ${listed} FROM organizations WHERE id > $1 ORDER BY id LIMIT $2`,
};
const selectNewest = {
  name: 'list_newest_organizations',
  text: `SELECT ${listed} FROM organizations WHERE id < $1 ORDER BY id DESC LIMIT $2`,
};
const selectListed = {
  name: 'find_listed_organization',
  text: `SELECT ${listed} FROM organizations WHERE id = $1`,
};
const selectSettings = {
  name: 'find_settings',
  text: 'SELECT id, name, webhook_url, secret_prepared_at FROM organizations WHERE id = $1',
};
const updateSuspended = {
  name: 'set_standing',
  text: `UPDATE organizations SET suspended = $2 WHERE id = $1 RETURNING ${listed}`,
};
const updateLimits = {
  name: 'set_limits',
  text: `
    UPDATE organizations SET rate_limit = coalesce($2, rate_limit), test_allowance = coalesce($3, test_allowance)
    WHERE id = $1 RETURNING ${listed}`,
};

/** The methods whose statements are the same on both engines. Signing secrets are sealed. */
export function organizations(prepare: PrepareShared): Part<OrganizationReads, OrganizationWrites> {
  const find = prepare<OrganizationRow>(selectOrganization);
  const list = prepare<ListedRow>(selectOrganizations);
  const listNewest = prepare<ListedRow>(selectNewest);
  const findListed = prepare<ListedRow>(selectListed);
  const findSettings = prepare<OrganizationSettings>(selectSettings);
  const changeStanding = prepare<ListedRow>(updateSuspended);
  const changeLimits = prepare<ListedRow>(updateLimits);
  return {
    reads: {
      async findOrganization(id) {
        const [row] = await find(id);
        return row && { ...row, suspended: Boolean(row.suspended) };
      },
      async listOrganizations({ after = '', limit = maxPage } = {}) {
        return (await list(after, limit)).map(toListed);
      },
      async listNewestOrganizations({ before = afterEvery('org'), limit }) {
        return (await listNewest(before, limit)).map(toListed);
      },
      async findListedOrganization(id) {
        const [row] = await findListed(id);
        return row && toListed(row);
      },
      async findSettings(organization_id) {
        const [row] = await findSettings(organization_id);
        return row && { ...row };
      },
    },
    writes: {
      async setStanding(organization_id, standing) {
        // PostgreSQL reads a 1 as true.
        const [row] = await changeStanding(organization_id, Number(standing === 'suspended'));
        return row && toListed(row);
      },
      async setLimits(organization_id, { rate_limit = null, test_allowance = null }) {
        const [row] = await changeLimits(organization_id, rate_limit, test_allowance);
        return row && toListed(row);
      },
    },
  };
}

function toListed(row: ListedRow): ListedOrganization {
  return { ...row, suspended: Boolean(row.suspended) };
}

// The part of the port that rotates signing secrets (ORG-5). An organization has one secret that signs. The next one can be prepared
// beside it, so that receivers verify with both before it is activated. The columns have sealed secrets; callers of the port pass and
// get them in clear text (kernel-store.ts).

export interface SigningSecretPair {
  /** The secret that signs. */
  readonly signing_secret: string;
  /** The next secret; null if none is prepared. */
  readonly prepared_secret: string | null;
  /** The time at which it was prepared; null if none is. */
  readonly secret_prepared_at: string | null;
}

/** A secret to prepare. */
interface NewSecret {
  readonly organization_id: string;
  readonly secret: string;
  readonly created: string;
}

/** The sealed secrets of an organization, as they are stored. */
export interface SealedSecrets extends SigningSecretPair {
  readonly organization_id: string;
  readonly name: string;
}

export interface SigningSecretReads {
  findSecrets(organization_id: string): Promise<SigningSecretPair | undefined>;
  /** Returns a page of the secrets of all organizations, sealed, in order of id. */
  listSealedSecrets(page: { readonly after: string; readonly limit: number }): Promise<SealedSecrets[]>;
  /** Returns the sealed text that each start opens, to test its key. */
  findSealedCheck(): Promise<string>;
}

export interface SigningSecretWrites {
  /** Stores the next secret. False if one is prepared already. */
  prepareSecret(secret: NewSecret): Promise<boolean>;
  /** Makes the prepared secret the one that signs, and removes the old one. False if none is prepared. */
  activateSecret(organization_id: string): Promise<boolean>;
  /** Removes the prepared secret. False if none is prepared. */
  discardSecret(organization_id: string): Promise<boolean>;
  /** Replaces the sealed secrets of an organization. False if `before` is not what is stored any more. */
  replaceSealedSecrets(change: { readonly before: SealedSecrets; readonly after: SigningSecretPair }): Promise<boolean>;
  replaceSealedCheck(check_value: string): Promise<void>;
}

const selectSecrets = {
  name: 'find_secrets',
  text: 'SELECT signing_secret, prepared_secret, secret_prepared_at FROM organizations WHERE id = $1',
};
const prepareSecret = {
  name: 'prepare_secret',
  text: `
    UPDATE organizations SET prepared_secret = $2, secret_prepared_at = $3 WHERE id = $1 AND prepared_secret IS NULL
    RETURNING id`,
};
// Both secrets are sealed for the organization, so the sealed text moves as it is.
const activateSecret = {
  name: 'activate_secret',
  text: `
    UPDATE organizations SET signing_secret = prepared_secret, prepared_secret = NULL, secret_prepared_at = NULL
    WHERE id = $1 AND prepared_secret IS NOT NULL RETURNING id`,
};
const discardSecret = {
  name: 'discard_secret',
  text: `
    UPDATE organizations SET prepared_secret = NULL, secret_prepared_at = NULL
    WHERE id = $1 AND prepared_secret IS NOT NULL RETURNING id`,
};
const listSealed = {
  name: 'list_sealed_secrets',
  text: `
    SELECT id AS organization_id, name, signing_secret, prepared_secret, secret_prepared_at FROM organizations
    WHERE id > $1 ORDER BY id LIMIT $2`,
};
const replaceSealed = {
  name: 'replace_sealed_secrets',
  text: `
    UPDATE organizations SET signing_secret = $2, prepared_secret = $3, secret_prepared_at = $4
    WHERE id = $1 AND signing_secret = $5 AND prepared_secret IS NOT DISTINCT FROM $6 RETURNING id`,
};
const selectCheck = { name: 'find_sealed_check', text: 'SELECT check_value FROM sealing' };
const updateCheck = { name: 'replace_sealed_check', text: 'UPDATE sealing SET check_value = $1' };

/** The signing secrets on either engine. */
export function signingSecrets(prepare: PrepareShared): Part<SigningSecretReads, SigningSecretWrites> {
  const find = prepare<SigningSecretPair>(selectSecrets);
  const [add, activate, discard] = [prepare(prepareSecret), prepare(activateSecret), prepare(discardSecret)];
  const [list, replace] = [prepare<SealedSecrets>(listSealed), prepare(replaceSealed)];
  const [findCheck, replaceCheck] = [prepare<{ check_value: string }>(selectCheck), prepare(updateCheck)];
  return {
    reads: {
      async findSecrets(organization_id) {
        const [row] = await find(organization_id);
        return row && { ...row };
      },
      async listSealedSecrets({ after, limit }) {
        return (await list(after, limit)).map((row) => ({ ...row }));
      },
      async findSealedCheck() {
        const [row] = await findCheck();
        if (!row) throw new StoreError('The database has no test value of its sealing key. Restore it from a backup.');
        return row.check_value;
      },
    },
    writes: {
      async prepareSecret({ organization_id, secret, created }) {
        return (await add(organization_id, secret, created)).length === 1;
      },
      async activateSecret(organization_id) {
        return (await activate(organization_id)).length === 1;
      },
      async discardSecret(organization_id) {
        return (await discard(organization_id)).length === 1;
      },
      async replaceSealedSecrets({ before, after }) {
        const next = [after.signing_secret, after.prepared_secret, after.secret_prepared_at];
        const earlier = [before.signing_secret, before.prepared_secret];
        return (await replace(before.organization_id, ...next, ...earlier)).length === 1;
      },
      async replaceSealedCheck(check_value) {
        await replaceCheck(check_value);
      },
    },
  };
}
