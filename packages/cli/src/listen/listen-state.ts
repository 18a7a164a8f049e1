import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** The state of `listen` for one key and one receiver: its position, and the signing secret, so that a restart has the same one. */
interface ListenState {
  readonly position: Position;
  readonly secret: string;
  /** True if an earlier run has left the position. */
  readonly isContinued: boolean;
  /** Stores the state. Throws the error of the file system. */
  readonly save: () => void;
}

interface StoredState {
  readonly secret: string;
  readonly position: StoredPosition;
}

/** The values that a state belongs to. */
interface ListenTarget {
  readonly url: string;
  readonly apiKey: string;
  readonly forwardTo: string;
}

/** Opens the state in the user's folder for such files. `isLatest` forgets the position. A damaged file counts as none. */
export function openListenState(
  { url, apiKey, forwardTo }: ListenTarget,
  { environment, isLatest }: { environment: Readonly<Record<string, string | undefined>>; isLatest: boolean },
): ListenState {
  const folder = environment['XDG_STATE_HOME'] || join(homedir(), '.local', 'state');
  const name = createHash('sha256')
    .update(JSON.stringify([url, apiKey, forwardTo]))
    .digest('hex')
    .slice(0, 32);
  const file = join(folder, 'booking-service', `listen-${name}.json`);
  const stored = read(file);
  const isContinued = stored !== undefined && !isLatest;
  const position = createPosition(isContinued ? stored.position : undefined);
  const secret = stored?.secret ?? `whsec_${randomBytes(24).toString('base64url')}`;
  return {
    position,
    secret,
    isContinued,
    save() {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      // A crash cannot leave half of a file.
      writeFileSync(
        `${file}.new`,
        JSON.stringify({ secret, position } satisfies { secret: string; position: Position }),
        { mode: 0o600 },
      );
      renameSync(`${file}.new`, file);
    },
  };
}

function read(file: string): StoredState | undefined {
  try {
    const { secret, position } = JSON.parse(readFileSync(file, 'utf8')) as Partial<StoredState>;
    return secret && position?.seen ? { secret, position } : undefined;
  } catch {
    return undefined;
  }
}

/** An entry of a list in the order of time. */
export interface PlacedEntry {
  readonly id: string;
  readonly created: string;
}

/** A position as a file has it. */
interface StoredPosition {
  /** The creation of the newest event that was forwarded; null if there is none. */
  readonly newest: string | null;
  /** The events within the overlap before it, by their ids. */
  readonly seen: Readonly<Record<string, string>>;
}

/** The place up to which events were forwarded, so that each of them is forwarded once, also after a restart. */
export interface Position {
  /** The time from which events are listed; undefined for all. */
  from(): Date | undefined;
  has(entry: PlacedEntry): boolean;
  add(entry: PlacedEntry): void;
  toJSON(): StoredPosition;
}

/** An event becomes visible at the end of its transaction, a moment after its creation. So this much is listed again. */
const overlap_ms = 60_000;

export function createPosition({ newest, seen }: StoredPosition = { newest: null, seen: {} }): Position {
  const ids = new Map(Object.entries(seen));
  let latest = newest;
  const from = () => (latest === null ? undefined : new Date(Date.parse(latest) - overlap_ms));
  return {
    from,
    has: ({ id }) => ids.has(id),
    add({ id, created }) {
      ids.set(id, created);
      if (latest !== null && created <= latest) return;
      latest = created;
      const start = from()?.getTime() ?? 0;
      for (const [each, at] of ids) if (Date.parse(at) < start) ids.delete(each);
    },
    toJSON: () => ({ newest: latest, seen: Object.fromEntries(ids) }),
  };
}
