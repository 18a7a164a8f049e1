/** A database of each engine that can be opened with any sealing key, and its commands. */
import { runCommandLine } from '../../../src/command/run-command-line.ts';
import { createSealing, openPostgresStore, openSqliteStore, type Sealing, type Store } from '../../../src/index.ts';
import { testSealing } from '../../../src/testing.ts';
import { makePostgresDatabase, type BaseEngine } from '../../support/engines.ts';
import { openFolder } from '../../support/processes/server-process.ts';

/** `old` is the key of every test database. */
const keys: Readonly<Record<'old' | 'next', Buffer>> = { old: Buffer.alloc(32, 7), next: Buffer.alloc(32, 8) };
export const oldOnly: Sealing = createSealing(keys.old);
export const nextOnly: Sealing = createSealing(keys.next);
/** Both open; the next key seals. */
export const both: Sealing = createSealing(keys.next, [keys.old]);
/** Both open; the old key seals. */
export const oldFirst: Sealing = createSealing(keys.old, [keys.next]);

type KeyName = keyof typeof keys;

export interface Place extends AsyncDisposable {
  /** The variable that names the database. */
  readonly environment: Readonly<Record<string, string>>;
  open(sealing: Sealing): Promise<Store>;
  /** Runs a command with these keys and returns its text. Throws unless it ends with this exit code. */
  run(line: string, given: { keys: readonly KeyName[]; exitCode?: number }): Promise<string>;
}

/** Creates the tables, with `keys.old`. */
export async function makePlace(engine: BaseEngine): Promise<Place> {
  await using opened = new AsyncDisposableStack();
  const [environment, open] = engine === 'sqlite' ? await makeFolder(opened) : await makeDatabase(opened);
  const running = opened.move();
  return {
    environment,
    open,
    async run(line, { keys: [first = 'old', second], exitCode = 0 }) {
      const ended = await runCommandLine(line.split(' '), { ...environment, ...keyVariables(first, second) });
      if (ended.exitCode !== exitCode) throw new Error(`${line} ended with ${ended.exitCode}: ${ended.text}`);
      return ended.text;
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** The variables of the sealing key, and of a second one. */
export function keyVariables(first: KeyName, second?: KeyName): Record<string, string> {
  return {
    BOOKING_SERVICE_SEALING_KEY: keys[first].toString('base64'),
    ...(second && { BOOKING_SERVICE_SECOND_SEALING_KEY: keys[second].toString('base64') }),
  };
}

type Opened = readonly [Place['environment'], Place['open']];

async function makeFolder(opened: AsyncDisposableStack): Promise<Opened> {
  const { path } = opened.use(await openFolder());
  await openSqliteStore(path, { sealing: testSealing })[Symbol.asyncDispose]();
  return [{ BOOKING_SERVICE_DATA: path }, async (sealing) => openSqliteStore(path, { sealing })];
}

async function makeDatabase(opened: AsyncDisposableStack): Promise<Opened> {
  const { url } = opened.use(await makePostgresDatabase({ tables: true }));
  return [{ BOOKING_SERVICE_DATABASE: url }, (sealing) => openPostgresStore(url, { sealing })];
}
