import { createSealing, type Store } from '@booking-service/server';

export const engineNames = ['sqlite', 'postgres'] as const;
export type EngineName = (typeof engineNames)[number];

/** The resources that a database has used since its start. */
export interface Usage {
  /** CPU time: of this process with all of its threads on SQLite, of the database's backends on PostgreSQL. */
  readonly cpu_us: number;
  /** Bytes of PostgreSQL's write-ahead log; 0 on SQLite. */
  readonly wal_bytes: number;
}

/** The location of a database. */
export type StoreAddress = { readonly folder: string } | { readonly url: string };

/** One database. */
export interface Place {
  readonly address: StoreAddress;
  openStore(): Promise<Store>;
  /** Runs SQL of this engine and returns its rows. */
  query(sql: string): Promise<Record<string, unknown>[]>;
  /** Saves the rows of the organization of this kind, which `copy` copies. */
  saveRows(kind: Kind): Promise<void>;
  /** Copies the saved rows for the organizations with these numbers. */
  copy(kind: Kind, range: CopyRange): Promise<void>;
  readUsage(): Promise<Usage>;
}

export interface CopyRange {
  readonly from: number;
  readonly to: number;
  /** The tables of which the organizations already have rows: `keep` copies none, `replace` deletes the old ones first. */
  readonly tables: Readonly<Record<string, 'keep' | 'replace'>>;
  readonly onTable: (table: string) => void;
}

export interface Engine extends AsyncDisposable {
  /** Returns the database of this name, which is empty at first. */
  place(name: string): Promise<Place>;
}

const secret = createSealing(new Uint8Array(32));

/** Seals without the owner, because each copy of an organization has the same sealed secret. */
export const sealing: typeof secret = {
  key_id: 'none',
  other_key_ids: [],
  keyIdOf: () => undefined,
  otherDigests: () => [],
  seal: (text) => secret.seal(text, 'bench'),
  open: (sealed) => secret.open(sealed, 'bench'),
  digest: (text, owner) => secret.digest(text, owner),
  isDigest: (digest, text, owner) => secret.isDigest(digest, text, owner),
};

// The ids of planted rows. All ids of an organization contain its tag, so that a copy of its rows with another tag is another
// organization. Ids begin with the time, as in the service.

/** The tags of the two organizations that are copied: one whose work is done, and one whose work is due. */
export const tags = { done: 'a'.repeat(16), due: 'b'.repeat(16) } as const;
export type Kind = keyof typeof tags;

const epoch_ms = Date.parse('2026-01-01T00:00:00.000Z');

/** The tag of a copy, from 1. */
export function tagOf(copy: number): string {
  return copy.toString(16).padStart(16, '0');
}

/** Returns an id. `number` distinguishes the ids of one organization. */
export function idOf(prefix: string, { ms, number, tag }: { ms: number; number: number; tag: string }): string {
  return `${prefix}_${ms.toString(16).padStart(12, '0')}7${number.toString(16).padStart(3, '0')}${tag}`;
}

export function organizationId(tag: string): string {
  return idOf('org', { ms: epoch_ms, number: 0, tag });
}

export function keyDigest(tag: string): string {
  return tag.repeat(4);
}

export function idempotencyKey(number: number, tag: string): string {
  return `order-${number}-${tag}`;
}

export function destination(tag: string): string {
  return `ada-${tag}@diner.test`;
}
