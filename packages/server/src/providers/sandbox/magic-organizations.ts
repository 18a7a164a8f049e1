import { access, limits, sandbox, type Scope } from '@booking-service/contract';
import { newSigningSecret } from '@booking-service/kernel/contract';
import { fieldsOfKey } from '@booking-service/kernel/store';
import { publicKey } from '../../domain/ids.ts';
import type { Store } from '../../store/store.ts';
import { sandboxOrganizationId } from './sandbox-integrations.ts';

interface Script {
  readonly name: string;
  readonly suspended?: boolean;
  readonly rate_limit?: number;
  readonly test_allowance?: number;
  readonly scopes?: readonly Scope[];
}

const scripts: readonly Script[] = sandbox.organizations;
// The contract's scopes are an object with these keys.
const allScopes = Object.keys(access.scopes) as Scope[];

/** Creates the magic organizations of openapi/behavior/sandbox.yaml that do not exist yet. */
export async function openMagicOrganizations(store: Store, now: Date): Promise<void> {
  const created = now.toISOString();
  for (const { name, suspended, scopes = allScopes, ...own } of scripts) {
    const id = sandboxOrganizationId(name);
    if (!(await store.findListedOrganization(id))) {
      const organization = {
        id,
        name: `Sandbox ${name}`,
        created,
        webhook_url: null,
        signing_secret: newSigningSecret(),
        rate_limit: own.rate_limit ?? limits.default_limit,
        test_allowance: own.test_allowance ?? limits.default_test_allowance,
      };
      const keys = (['test', 'live'] as const).map((mode) => {
        const key = publicKey(mode, name);
        const shown = { id: `key_${mode}_${id}`, organization_id: id, name: key, mode, scopes, created };
        return { ...shown, ...fieldsOfKey(key) };
      });
      await store.createOrganization(organization, keys);
    }
    if (suspended) await store.setStanding(id, 'suspended');
  }
}
