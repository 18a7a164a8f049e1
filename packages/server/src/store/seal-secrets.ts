import type { Sealing } from './sealing.ts';
import type { Store } from './store.ts';

/** The methods that a signing secret passes. An engine's own take and give it sealed. */
type SecretMethods = Pick<Store, 'createOrganization' | 'findOrganization' | 'claimDeliveries'>;

/**
 * The methods with signing secrets in clear on the caller's side, each sealed for its organization alone. The key stays
 * in this thread: an engine, and any thread or server it writes with, only ever sees what is sealed.
 */
export function sealSecrets(sealed: SecretMethods, sealing: Sealing): SecretMethods {
  const openIn = <T extends { readonly signing_secret: string }>(row: T, organization_id: string): T => ({
    ...row,
    signing_secret: sealing.open(row.signing_secret, organization_id),
  });

  async function findOrganization(id: string) {
    const organization = await sealed.findOrganization(id);
    return organization && openIn(organization, id);
  }

  return {
    findOrganization,
    async createOrganization(organization) {
      const signing_secret = sealing.seal(organization.signing_secret, organization.id);
      return sealed.createOrganization({ ...organization, signing_secret });
    },
    async claimDeliveries(claim) {
      // Opened before anything is claimed: a secret that does not open costs no delivery an attempt.
      if (claim.organization_id !== undefined) await findOrganization(claim.organization_id);
      const claimed = await sealed.claimDeliveries(claim);
      return claimed.map((delivery) => openIn(delivery, delivery.organization_id));
    },
  };
}
