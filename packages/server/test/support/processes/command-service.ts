/** booking-service org … and key …, on the data folder of a running server. */
import { runCommandLine } from '../../../src/command/run-command-line.ts';
import { openSandboxSealing } from '../../../src/command/open-store.ts';
import { openSqliteStore } from '../../../src/index.ts';
import { openWorld, testSealing, type World } from '../../../src/testing.ts';
import { openFolder } from './server-process.ts';

/** The environment of a service whose sealing key is set. */
export const environment: { readonly BOOKING_SERVICE_SEALING_KEY: string } = {
  BOOKING_SERVICE_SEALING_KEY: Buffer.alloc(32, 7).toString('base64'),
};
/** All scopes. */
export const scopes: readonly string[] = [
  'venues:read',
  'availability:read',
  'bookings:read',
  'bookings:write',
  'sessions:write',
  'cards:read',
];

export interface CommandService extends AsyncDisposable {
  readonly folder: string;
  readonly world: World;
  /** Runs a command on the server's data folder and expects this exit code. */
  run(line: string, exitCode?: number): Promise<string>;
}

/** Opens a running server and its command. */
export async function openService({
  kind = 'service',
}: { kind?: 'service' | 'sandbox' } = {}): Promise<CommandService> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await openFolder());
  const sealing = kind === 'service' ? testSealing : openSandboxSealing(folder.path, { sealed: false });
  const store = opened.use(openSqliteStore(folder.path, { sealing }));
  const world = opened.use(await openWorld({ store }));
  const running = opened.move();
  return {
    folder: folder.path,
    world,
    async run(line, exitCode = 0) {
      const ended = await runCommandLine([...line.split(' '), '--data', folder.path], environment);
      if (ended.exitCode !== exitCode) throw new Error(`${line} ended with ${ended.exitCode}: ${ended.text}`);
      return ended.text;
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Returns the outcome of a request with a key: 200, or the status and the code. */
export async function statusOf(world: World, key: string): Promise<unknown> {
  const { status, body } = await world.call('POST', '/v1/venues/search', { key, body: {} });
  return status === 200 ? 200 : `${status} ${String(body['error_code'] ?? body['error'])}`;
}

/** Returns the value on the line that begins with this word. */
export function find(text: string, word: string): string {
  const found = new RegExp(`^${word} +(\\S+)$`, 'm').exec(text)?.[1];
  if (found === undefined) throw new Error(`The text has no line with ${word}: ${text}`);
  return found;
}
