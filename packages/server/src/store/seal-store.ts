/**
 * Seals and opens secrets at the port, for both engines, also in audited calls. Callers of a store work with signing secrets,
 * destinations and codes in clear text. An engine, and any thread or server that it writes with, sees only what is sealed, and digests.
 * The sealing key stays in this thread.
 */
import { auditedMethods, type AdminStore, type AuditedMethod, type AuditedParts } from './admin-store.ts';
import { sealDeliveries, type Sealing, sealSecrets } from '@booking-service/kernel/store';
import type { SessionCreationsOf } from './sessions/sessions.ts';
import type { EngineAdminStore, EngineStore, Store } from './store.ts';

/** Returns the store that callers use. */
export function sealStore({ runAudited, ...engine }: EngineStore, sealing: Sealing): Store {
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
    ...sealDeliveries(engine, sealing),
    ...sealCodes(engine, sealing),
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

/** Returns the methods with the code and the destination of a session. Both belong to the session, so no other row opens them. */
function sealCodes(
  engine: Pick<EngineStore, 'createSession' | 'findSealedCode'>,
  sealing: Sealing,
): Pick<Store, 'createSession' | 'checkCode'> {
  return {
    async createSession({ destination, code, ...created }) {
      const { id } = created.session;
      return engine.createSession({
        ...created,
        destination: sealing.seal(destination, id),
        code: sealing.digest(code, id),
      });
    },
    async checkCode({ organization_id, id, code }) {
      const sealed = await engine.findSealedCode({ organization_id, id });
      if (!sealed || sealed.code === null || sealed.destination === null) return undefined;
      // Another instance may seal with another key during a rotation.
      return sealing.isDigest(sealed.code, code, id) ? sealing.open(sealed.destination, id) : undefined;
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
