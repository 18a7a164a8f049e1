/**
 * Seals and opens signing secrets at the port, for both engines. Callers of a store work with secrets in clear text. An engine, and any
 * thread or server that it writes with, sees only sealed ones. The sealing key stays in this thread.
 */
import type { ClaimedDelivery, DeliveryWrites } from './deliveries/deliveries.ts';
import type { KernelStore } from './kernel-store.ts';
import type { Creations } from './organizations/creations.ts';
import type { OrganizationReads } from './organizations/organizations.ts';
import type { SigningSecretReads, SigningSecretWrites } from './organizations/signing-secrets.ts';
import type { Sealing } from './sealing.ts';

/** Returns the store that callers use. */
export function sealKernel(engine: KernelStore, sealing: Sealing): KernelStore {
  return { ...engine, ...sealSecrets(engine, sealing), ...sealDeliveries(engine, sealing) };
}

type SecretMethods = Pick<OrganizationReads, 'findOrganization'> &
  Pick<SigningSecretReads, 'findSecrets'> &
  Pick<Creations, 'createOrganization'> &
  Pick<SigningSecretWrites, 'prepareSecret'>;

/** Returns the methods with a signing secret, for callers that pass it, or receive it, in clear text. */
export function sealSecrets(engine: SecretMethods, sealing: Sealing): SecretMethods {
  return {
    async createOrganization(organization, keys) {
      const signing_secret = sealing.seal(organization.signing_secret, organization.id);
      return engine.createOrganization({ ...organization, signing_secret }, keys);
    },
    async findOrganization(id) {
      const found = await engine.findOrganization(id);
      return found && { ...found, signing_secret: sealing.open(found.signing_secret, id) };
    },
    async findSecrets(id) {
      const found = await engine.findSecrets(id);
      if (!found) return undefined;
      const { signing_secret, prepared_secret } = found;
      return {
        ...found,
        signing_secret: sealing.open(signing_secret, id),
        prepared_secret: prepared_secret === null ? null : sealing.open(prepared_secret, id),
      };
    },
    async prepareSecret(prepared) {
      return engine.prepareSecret({ ...prepared, secret: sealing.seal(prepared.secret, prepared.organization_id) });
    },
  };
}

/** Returns the method that claims deliveries, each with its secret in clear text. */
export function sealDeliveries(
  engine: Pick<DeliveryWrites, 'claimDeliveries' | 'giveBackDeliveries'>,
  sealing: Sealing,
): Pick<DeliveryWrites, 'claimDeliveries'> {
  /** Opens the secret of each organization once. */
  function openAll(claimed: readonly ClaimedDelivery[]): ClaimedDelivery[] {
    const secrets = new Map<string, string>();
    return claimed.map((delivery) => {
      const { signing_secret: sealed, organization_id } = delivery;
      const found = `${organization_id} ${sealed}`;
      const signing_secret = secrets.get(found) ?? sealing.open(sealed, organization_id);
      secrets.set(found, signing_secret);
      return { ...delivery, signing_secret };
    });
  }

  return {
    async claimDeliveries(claim) {
      const claimed = await engine.claimDeliveries(claim);
      try {
        return openAll(claimed);
      } catch (error) {
        // A delivery that cannot be signed uses no attempt.
        await engine.giveBackDeliveries({ deliveries: claimed, lease_token: claim.lease_token });
        throw error;
      }
    },
  };
}
