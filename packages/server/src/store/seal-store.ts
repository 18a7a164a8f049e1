/**
 * Seals and opens secrets at the port, for both engines. Callers of a store work with signing secrets and destinations in
 * clear text. An engine, and any thread or server that it writes with, sees only sealed secrets and digests of destinations.
 * The sealing key stays in this thread.
 */
import type { Sealing } from './sealing.ts';
import type { ClaimedDelivery, Organizations, Owned, SessionCreationsOf, Store } from './store.ts';

/** What an engine implements: the port, with sealed secrets, digests of destinations and one method more. */
export interface EngineStore extends Store {
  /** Undoes a claim: ends the leases and subtracts the attempts that the claim counted. */
  readonly giveBackDeliveries: (claimed: {
    readonly deliveries: readonly Owned[];
    readonly lease_token: string;
  }) => Promise<void>;
}

/** Returns the store that callers use. */
export function sealStore({ giveBackDeliveries, ...engine }: EngineStore, sealing: Sealing): Store {
  function openIn<T extends { readonly signing_secret: string }>(row: T, organization_id: string): T {
    return { ...row, signing_secret: sealing.open(row.signing_secret, organization_id) };
  }

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

  // A destination is personal data. Without the key, addresses and phone numbers cannot be tested against its digest.
  function hide<T extends SessionCreationsOf>(of: T): T {
    return { ...of, destination: sealing.digest(of.destination, of.organization_id) };
  }

  return {
    ...engine,
    createOrganization: sealCreation(engine, sealing),
    async findOrganization(id) {
      const organization = await engine.findOrganization(id);
      return organization && openIn(organization, id);
    },
    async claimDeliveries(claim) {
      const claimed = await engine.claimDeliveries(claim);
      try {
        return openAll(claimed);
      } catch (error) {
        // A delivery that cannot be signed uses no attempt.
        await giveBackDeliveries({ deliveries: claimed, lease_token: claim.lease_token });
        throw error;
      }
    },
    findSessionCreations: async (of) => engine.findSessionCreations(hide(of)),
    changeSessionCreations: async (change) => engine.changeSessionCreations(hide(change)),
  };
}

/** Returns the engine's `createOrganization` for callers that pass the signing secret in clear text. */
export function sealCreation(
  engine: Pick<Organizations, 'createOrganization'>,
  sealing: Sealing,
): Organizations['createOrganization'] {
  return async (organization) => {
    const signing_secret = sealing.seal(organization.signing_secret, organization.id);
    return engine.createOrganization({ ...organization, signing_secret });
  };
}
