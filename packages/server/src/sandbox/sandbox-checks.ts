import { sandbox } from '@booking-service/contract';
import type { CallCheck } from '../providers/billing.ts';

interface Script {
  readonly name: string;
  readonly billing?: 'refused' | 'unavailable';
  readonly entitlement?: 'refused' | 'unavailable';
}

const organizations: readonly Script[] = sandbox.organizations;

/** The id of the sandbox's organization of this name in the contract. */
export function sandboxOrganizationId(name: string): string {
  return `org_sandbox_${name}`;
}

/** Billing in the sandbox: the contract says which organizations it refuses, and for which it does not answer. */
export const sandboxBilling: CallCheck = checkOf('billing');

/** Entitlements in the sandbox, likewise. */
export const sandboxEntitlements: CallCheck = checkOf('entitlement');

function checkOf(field: 'billing' | 'entitlement'): CallCheck {
  const verdicts = new Map(organizations.map((script) => [sandboxOrganizationId(script.name), script[field]]));
  return {
    async check({ organization_id }) {
      const verdict = verdicts.get(organization_id);
      if (verdict === 'unavailable') throw new Error(`The ${field} check of ${organization_id} is away.`);
      return verdict ?? 'allowed';
    },
  };
}
