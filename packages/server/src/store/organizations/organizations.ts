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

/** The part of the port that has the organizations. */
export interface Organizations {
  /** Stores the organization with its signing secret sealed. */
  createOrganization(organization: Omit<Organization, 'suspended' | 'test_confirmed'>): Promise<void>;
  /** Finds an organization with its signing secret. */
  findOrganization(id: string): Promise<Organization | undefined>;
  /** Returns a page of the organizations, in order of id, which is the order of creation. */
  listOrganizations(page?: Page): Promise<ListedOrganization[]>;
  /** Returns a page of the organizations, newest first. */
  listNewestOrganizations(page: NewestPage): Promise<ListedOrganization[]>;
  /** Finds an organization without its secret. */
  findListedOrganization(id: string): Promise<ListedOrganization | undefined>;
  /** Suspends or resumes an organization and returns it; undefined if it does not exist (AUT-5). */
  setStanding(organization_id: string, standing: 'active' | 'suspended'): Promise<ListedOrganization | undefined>;
  /** Sets the limits that are given, and returns the organization; undefined if it does not exist (LIM-4, LIM-5). */
  setLimits(organization_id: string, limits: NewLimits): Promise<ListedOrganization | undefined>;
}
