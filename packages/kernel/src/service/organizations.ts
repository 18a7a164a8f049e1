import { randomBytes } from 'node:crypto';
import type { TargetRules } from '../addresses.ts';
import { namesIn, type KeyMode, type Scope, type ServiceContract } from '../contract.ts';
import { newSigningSecret, type NewId } from '../ids.ts';
import { findWebhookUrlFault } from '../send/find-webhook-url-fault.ts';
import { fieldsOfKey } from '../store/access/api-keys.ts';
import type { Creations } from '../store/organizations/creations.ts';
import { StoreError } from '../store/store-errors.ts';
import type { Clock } from '../time/clock.ts';

export interface NewOrganization {
  readonly name: string;
  /** The receiver of the organization's webhooks. Default: none, it gets no webhooks. */
  readonly webhook_url?: string | undefined;
  /** Requests in a window. Default: limits.default_limit of the contract. */
  readonly rate_limit?: number | undefined;
  /** The scopes of its keys. Default: all. */
  readonly scopes?: readonly Scope[] | undefined;
}

/** A new organization. This is the only time that its keys are shown: the store keeps their digests. */
export interface CreatedOrganization {
  readonly id: string;
  readonly name: string;
  readonly created: string;
  readonly webhook_url: string | null;
  readonly rate_limit: number;
  /** An API key for each key mode of the contract. */
  readonly api_keys: Readonly<Record<KeyMode, string>>;
  /** Signs the organization's webhooks. */
  readonly webhook_secret: string;
}

export interface Organizations {
  /** Creates an organization with a key for each mode. Throws a StoreError if no webhook can be sent to its URL. */
  create(organization: NewOrganization): Promise<CreatedOrganization>;
}

export interface OrganizationOptions extends TargetRules {
  readonly contract: Pick<ServiceContract, 'access' | 'limits'>;
  readonly store: Pick<Creations, 'createOrganization'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: NewId;
}

/** The administration of organizations. Everything beside their creation is a method of the store. */
export function createOrganizations({
  contract: { access, limits },
  store,
  clock,
  newId,
  ...rules
}: OrganizationOptions): Organizations {
  const modes = namesIn<KeyMode>(access.key_modes);
  const allScopes = namesIn<Scope>(access.scopes);

  const newKey = (mode: KeyMode) => `${access.key_modes[mode]?.prefix}${randomBytes(24).toString('base64url')}`;

  return {
    async create({ name, webhook_url, rate_limit = limits.default_limit, scopes = allScopes }) {
      const fault = webhook_url === undefined ? undefined : await findWebhookUrlFault(webhook_url, rules);
      if (fault !== undefined) throw new StoreError(fault);
      const [id, created, webhook_secret] = [newId('org'), clock.now().toISOString(), newSigningSecret()];
      const settings = { id, name, created, webhook_url: webhook_url ?? null, rate_limit };
      const keys = modes.map((mode) => [mode, newKey(mode)] as const);
      const stored = keys.map(([mode, key]) => {
        const shown = { id: newId('key'), organization_id: id, name: `${mode} key`, mode, scopes, created };
        return { ...shown, ...fieldsOfKey(key) };
      });
      await store.createOrganization({ ...settings, signing_secret: webhook_secret, test_allowance: 0 }, stored);
      return { ...settings, api_keys: tableOf(keys), webhook_secret };
    },
  };
}

function tableOf<Name extends string, Value>(entries: readonly (readonly [Name, Value])[]): Record<Name, Value> {
  // The entries have every name.
  return Object.fromEntries(entries) as Record<Name, Value>;
}
