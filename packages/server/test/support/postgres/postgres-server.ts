/**
 * A PostgreSQL server for tests, from the installed binaries. It has its own folder, a free loopback port and a password.
 * PostgreSQL refuses to run as root, so root starts it as the user postgres.
 * Its data is temporary, so it never waits for the disk (fsync off). A kill and a restart behave the same without it.
 * Passwords are checked with md5: a check with scram-sha-256 takes 6 ms of CPU, and tests open thousands of connections.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const oldest = 15;

export interface PostgresServer extends AsyncDisposable {
  /** The URL of the database postgres, with the password. */
  readonly url: string;
  /** Stops the server like a crash: it flushes nothing and cuts every connection. */
  crash(): Promise<void>;
  start(): Promise<void>;
}

/** Starts a server. Throws if PostgreSQL is not installed. */
export async function startPostgresServer({
  settings: own = {},
  keep,
}: {
  /** Settings that replace those of the tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A folder whose data are kept, and which may have those of an earlier server. Default: a temporary folder. */
  readonly keep?: string | undefined;
} = {}): Promise<PostgresServer> {
  const bin = await findBinaries();
  const account = await findAccount();
  if (keep !== undefined) await mkdir(keep, { recursive: true });
  const folder = keep ?? (await mkdtemp(join(tmpdir(), 'booking-service-postgres-')));
  const [data, port] = [join(folder, 'data'), await freePort()];
  const earlier = await readFile(join(folder, 'password'), 'utf8').catch(() => undefined);
  const password = earlier ?? randomSecret();
  const options = { ...account, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C' } };
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 300,
    shared_buffers: '32MB',
    fsync: 'off',
    ...own,
  };
  let server: ChildProcess | undefined;
  // SIGQUIT is PostgreSQL's immediate shutdown. If this process exits early, it stops the server too.
  const quit = () => void server?.kill('SIGQUIT');
  process.once('exit', quit);

  async function start(): Promise<void> {
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const started = spawn(join(bin, 'postgres'), ['-D', data, ...args], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server = started;
    await new Promise<void>((ready, failed) => {
      let log = '';
      started.stderr.setEncoding('utf8').on('data', (text: string) => {
        log += text;
        if (log.includes('ready to accept connections')) ready();
      });
      started.once('error', failed).once('exit', () => failed(new Error(`PostgreSQL did not start: ${log}`)));
    });
  }

  async function crash(): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    quit();
    await ended;
  }

  if (earlier === undefined) {
    await writeFile(join(folder, 'password'), password);
    if (account)
      await Promise.all([folder, join(folder, 'password')].map((path) => chown(path, account.uid, account.gid)));
    const user = ['-U', 'booking', '-A', 'md5', '--pwfile', join(folder, 'password')];
    await run(join(bin, 'initdb'), ['-D', data, ...user, '--encoding=UTF8', '--no-locale', '--no-sync'], options);
  }
  await start();
  return {
    url: `postgres://booking:${password}@127.0.0.1:${port}/postgres`,
    crash,
    start,
    async [Symbol.asyncDispose]() {
      await crash();
      process.off('exit', quit);
      if (keep === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Debian installs the binaries by version, outside the PATH. */
async function findBinaries(): Promise<string> {
  const found: { version: number; folder: string }[] = [];
  for await (const folder of glob('/usr/lib/postgresql/*/bin'))
    found.push({ version: Number(folder.split('/')[4]), folder });
  const [newest] = found.filter(({ version }) => version >= oldest).toSorted((a, b) => b.version - a.version);
  if (newest) return newest.folder;
  const onPath = await run('pg_config', ['--bindir']).catch(() => undefined);
  if (onPath) return onPath.stdout.trim();
  throw new Error(
    `These tests need PostgreSQL ${oldest} or newer: apt-get install postgresql, or name a server with TEST_DATABASE_URL.`,
  );
}

/** Returns the account of the server: the current user, or postgres if that is root. */
async function findAccount(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const users = await readFile('/etc/passwd', 'utf8');
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(users) ?? [];
  if (uid === undefined) throw new Error('PostgreSQL does not run as root, and there is no user postgres.');
  return { uid: Number(uid), gid: Number(gid) };
}

function randomSecret(): string {
  return randomBytes(12).toString('hex');
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a TCP port has an address of this form.
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
