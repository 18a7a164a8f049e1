import type { Store } from '@booking-service/server';
import { createSealing } from '@booking-service/server';
import type { Kind } from '../planting/planted-ids.ts';

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
