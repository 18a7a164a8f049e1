/** The part of the port that has the organizations and their settings. */
import type { NewEvent } from '../../event.ts';
import { afterEvery, type Part, type PrepareShared } from '../shared-statement.ts';

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

export interface Page {
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
export interface NewLimits {
  readonly rate_limit?: number | undefined;
  readonly test_allowance?: number | undefined;
}

/** The settings of an organization that contain no secret. */
export interface OrganizationSettings {
  readonly id: string;
  readonly name: string;
  readonly webhook_url: string | null;
  /** The time at which the next signing secret was prepared; null if none is. */
  readonly secret_prepared: string | null;
}

/** An event that no row of the service has. */
export interface NewTestEvent {
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
  text: 'SELECT id, name, webhook_url, secret_prepared FROM organizations WHERE id = $1',
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
