import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { createPosition, type Position, type StoredPosition } from './position.ts';

/** The state of `listen` for one key and one receiver: its position, and the signing secret, so that a restart has the same one. */
export interface ListenState {
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
export interface ListenTarget {
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
        {
          mode: 0o600,
        },
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
