import { once } from 'node:events';
import { createServer } from 'node:net';
import { StoreError } from '@booking-service/kernel/store';
import type { Settings } from './settings/effective-settings.ts';

/** Why a command failed, in one line that names the fix. Its exit code is 1, or 2 for wrong usage. */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly exitCode: number;
  /** True if the message is a report, which is the output of the command: it has found failures, but it has not failed itself. */
  readonly isReport: boolean;

  constructor(
    message: string,
    { exitCode = 1, isReport = false, cause }: { exitCode?: number; isReport?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.exitCode = exitCode;
    this.isReport = isReport;
  }
}

/** The command that failed. */
interface FailedCommand {
  /** The command as the user typed it. More flags may follow. */
  readonly line: string;
  /** The ports to listen on, by their flag. */
  readonly ports: Readonly<Record<string, number>>;
}

/** Turns any failure into a StartError. It explains errors of the operating system; other errors keep their message. */
export function toStartError(error: unknown, { line, ports }: FailedCommand): StartError {
  if (error instanceof StartError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof StoreError) return new StartError(message, { cause: error });
  if (isSystemError(error)) {
    const { code, port = 0, path } = error;
    const flag = Object.keys(ports).find((name) => ports[name] === port) ?? '--port';
    if (code === 'EACCES' && error.syscall === 'listen') {
      const fix = `Choose a port above 1023: ${line} ${flag} ${port + 7000}`;
      return new StartError(`This process has no permission to listen on port ${port}. ${fix}`, { cause: error });
    }
    if (code === 'ENOTSUP' && error.syscall === 'listen') {
      const why = `This operating system cannot share port ${port} between processes.`;
      return new StartError(`${why} Leave out --reuse-port.`, { cause: error });
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      const fix = `Choose another address: ${line} --host 127.0.0.1`;
      return new StartError(`This computer cannot listen on that address (${message}). ${fix}`, { cause: error });
    }
    if (path !== undefined) {
      const fix = `Choose a folder that this user can write: ${line} --data FOLDER`;
      return new StartError(`Cannot write the data folder: ${path} (${code}). ${fix}`, { cause: error });
    }
  }
  return new StartError(`${line} failed: ${message}`, { cause: error });
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException & { port?: number } {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}

/** A port that a start listens on. */
interface UsedPort {
  readonly flag: '--port' | '--receiver-port' | '--admin-port' | '--dashboard-port';
  readonly port: number;
  readonly host: string;
  readonly reusePort: boolean;
}

interface RefusedStart {
  /** The command as the user typed it. More flags may follow. */
  readonly line: string;
  /** The ports of the start. */
  readonly ports: readonly UsedPort[];
  /** Returns the ports of a start with this value of `--port`. */
  readonly portsAt: (port: number) => readonly UsedPort[];
}

/** Only this computer can reach the receiver, the admin server and the dashboard. */
const loopback = '127.0.0.1';

/** Returns the ports that a start listens on. */
export function listPorts(
  {
    host,
    port,
    receiver_port,
    admin_port,
    dashboard_port,
  }: Pick<Settings, 'host' | 'port' | 'receiver_port' | 'admin_port' | 'dashboard_port'>,
  { sandbox, reusePort }: { readonly sandbox: boolean; readonly reusePort: boolean },
): UsedPort[] {
  return [
    { flag: '--port', port, host, reusePort },
    ...(sandbox ? [{ flag: '--receiver-port', port: receiver_port, host: loopback, reusePort: false } as const] : []),
    { flag: '--admin-port', port: admin_port, host: loopback, reusePort: false },
    { flag: '--dashboard-port', port: dashboard_port, host: loopback, reusePort },
  ];
}

/**
 * Explains a start that failed because a port is in use: names every port that is, and the flag that avoids them all. Returns
 * undefined for any other error.
 */
export async function explainTakenPorts(error: unknown, start: RefusedStart): Promise<StartError | undefined> {
  if (!isAddressInUse(error)) return undefined;
  const found = await findTaken(start.ports);
  // The port that refused the start may be free again.
  const taken = found.length > 0 ? found : start.ports.filter(({ port }) => port === error.port);
  const numbers = taken.map(({ port }) => String(port));
  const fix = `${start.line} ${await chooseOthers(taken, start)}`;
  const message =
    numbers.length === 1
      ? `Port ${numbers[0]} is already in use by another process. Stop that process, or choose another port: ${fix}`
      : `Ports ${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)} are already in use by other processes. Stop them, or choose other ports: ${fix}`;
  return new StartError(message, { cause: error });
}

/** `--port N` if it moves every taken port to a free one. Otherwise the flag of each. */
async function chooseOthers(taken: readonly UsedPort[], { ports, portsAt }: RefusedStart): Promise<string> {
  const service = ports.find(({ flag }) => flag === '--port')?.port ?? 0;
  for (const candidate of [10, 20, 30, -10, -20, -30].map((step) => service + step)) {
    if (candidate < 1024 || candidate > 65_000) continue;
    const moved = movedPorts(candidate, portsAt);
    if (moved && (await findTaken(moved)).length === 0) return `--port ${candidate}`;
  }
  return taken.map(({ flag, port }) => `${flag} ${port + 10 <= 65_534 ? port + 10 : port - 10}`).join(' ');
}

/** Undefined if the settings refuse this port, for example because another flag names it. */
function movedPorts(port: number, portsAt: RefusedStart['portsAt']): readonly UsedPort[] | undefined {
  try {
    return portsAt(port);
  } catch {
    return undefined;
  }
}

async function findTaken(ports: readonly UsedPort[]): Promise<readonly UsedPort[]> {
  const free = await Promise.all(ports.map(isFree));
  return ports.filter((_, index) => free[index] === false);
}

async function isFree({ port, host, reusePort }: UsedPort): Promise<boolean> {
  const server = createServer();
  try {
    server.listen({ port, host, reusePort });
    await once(server, 'listening');
    return true;
  } catch (error) {
    return !isAddressInUse(error);
  } finally {
    server.close();
  }
}

function isAddressInUse(error: unknown): error is NodeJS.ErrnoException & { port?: number } {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
