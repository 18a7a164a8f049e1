/**
 * Seals and opens secrets at the port, for both engines. Callers of a store work with signing secrets and destinations in
 * clear text. An engine, and any thread or server that it writes with, sees only sealed secrets and digests of destinations.
 * The sealing key stays in this thread.
 */
import {
  auditedMethods,
  type AdminReads,
  type AdminStore,
  type AdminWrites,
  type AuditedMethod,
  type AuditedParts,
} from './admin-store.ts';
import type { ClaimedDelivery } from '@booking-service/kernel/store/deliveries/deliveries';
import type { Sealing } from '@booking-service/kernel/store/sealing';
import type { SessionCreationsOf } from './sessions/sessions.ts';
import type { EngineAdminStore, EngineStore, Store } from './store.ts';

/** Returns the store that callers use. */
export function sealStore({ runAudited, ...engine }: EngineStore, sealing: Sealing): Store {
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
  function digestDestination<T extends SessionCreationsOf>(of: T): T {
    return { ...of, destination: sealing.digest(of.destination, of.organization_id) };
  }

  /** Returns the creations that are stored under the digest of the key that seals, and those that other keys counted besides. */
  async function findCreations(of: SessionCreationsOf): Promise<{ stored: readonly string[]; all: readonly string[] }> {
    const stored = await engine.findSessionCreations(digestDestination(of));
    const others: string[] = [];
    for (const destination of sealing.otherDigests(of.destination, of.organization_id)) {
      others.push(...(await engine.findSessionCreations({ ...of, destination })));
    }
    const counted = others.filter((instant) => !stored.includes(instant));
    return { stored, all: counted.length === 0 ? stored : [...stored, ...counted].toSorted() };
  }

  return {
    ...engine,
    ...sealAdminStore({ ...engine, runAudited }, sealing),
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
    findSessionCreations: async (of) => (await findCreations(of)).all,
    async changeSessionCreations(change) {
      if (sealing.other_key_ids.length === 0) return engine.changeSessionCreations(digestDestination(change));
      // During a rotation `before` is the creations under every key, and only the row of the key that seals changes.
      const { stored, all } = await findCreations(change);
      if (all.join() !== change.before.join()) return false;
      return engine.changeSessionCreations({ ...digestDestination(change), before: stored });
    },
  };
}

/** Returns the part for administration. Its callers pass and receive signing secrets in clear text. */
export function sealAdminStore({ runAudited, ...engine }: EngineAdminStore, sealing: Sealing): AdminStore {
  return {
    ...engine,
    ...sealSecrets(engine, sealing),
    audited(entry) {
      // The keys of the table are the methods.
      const names = Object.keys(auditedMethods) as AuditedMethod[];
      const calls = names.map((method) => {
        return [method, (...args: readonly unknown[]) => runAudited({ method, args, entry })] as const;
      });
      // Each method passes its arguments on and returns the result of the engine's method.
      const audited = Object.fromEntries(calls) as unknown as AuditedParts;
      return { ...audited, ...sealSecrets(audited, sealing) };
    },
  };
}

type SecretMethods = Pick<AdminReads, 'findOrganization' | 'findSecrets'> &
  Pick<AdminWrites, 'createOrganization' | 'prepareSecret'>;

/** The methods with a signing secret, for callers that pass it, or receive it, in clear text. */
function sealSecrets(engine: SecretMethods, sealing: Sealing): SecretMethods {
  return {
    async createOrganization(organization) {
      const signing_secret = sealing.seal(organization.signing_secret, organization.id);
      return engine.createOrganization({ ...organization, signing_secret });
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
