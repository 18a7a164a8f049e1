import { sandbox } from '@booking-service/contract';
import type { CallCheck } from '../billing.ts';

interface Script {
  readonly name: string;
  readonly billing?: 'refused' | 'unavailable';
  readonly entitlement?: 'refused' | 'unavailable';
}

const organizations: readonly Script[] = sandbox.organizations;

/** Returns the id of the magic organization with this name. */
export function sandboxOrganizationId(name: string): string {
  return `org_sandbox_${name}`;
}

/** The billing check of the sandbox. The contract lists the organizations that it refuses and those that it fails for. */
export const sandboxBilling: CallCheck = createCheck('billing');

/** The entitlement check of the sandbox. It follows the same list. */
export const sandboxEntitlements: CallCheck = createCheck('entitlement');

function createCheck(field: 'billing' | 'entitlement'): CallCheck {
  const verdicts = new Map(organizations.map((script) => [sandboxOrganizationId(script.name), script[field]]));
  return {
    async check({ organization_id }) {
      const verdict = verdicts.get(organization_id);
      if (verdict === 'unavailable') throw new Error(`The ${field} check of ${organization_id} is unavailable.`);
      return verdict ?? 'allowed';
    },
  };
}
