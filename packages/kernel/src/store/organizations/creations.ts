/** The part of the port that stores organizations and their API keys. */
import type { NewApiKey } from '../access/api-keys.ts';
import type { Organization } from './organizations.ts';

/** An organization with its first fields. */
export type NewOrganization = Omit<Organization, 'suspended' | 'test_confirmed'>;

export interface Creations {
  /** Stores the organization with its signing secret sealed, and its first API keys. Default: no keys. */
  createOrganization(organization: NewOrganization, keys?: readonly NewApiKey[]): Promise<void>;
  createApiKey(key: NewApiKey): Promise<void>;
}
