/**
 * The pace of an organization: the number of connections that its receiver gets. An attempt that begins while all connections are in use
 * opens another one, and a handshake of TLS costs more than several attempts. So an organization begins with one connection, and gets
 * another one after each further `use` attempts.
 */
const use = 20;
const maxOrganizations = 10_000;

export interface Paces {
  /** Returns the pace of the organization. */
  of(organization_id: string): number;
  /** Notes an attempt. */
  note(organization_id: string): void;
}

export function createPaces(): Paces {
  const attempts = new Map<string, number>();
  return {
    of: (organization_id) => 1 + Math.floor((attempts.get(organization_id) ?? 0) / use),
    note(organization_id) {
      const made = attempts.get(organization_id) ?? 0;
      if (attempts.size >= maxOrganizations) attempts.clear();
      attempts.set(organization_id, made + 1);
    },
  };
}
