import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { openSandbox } from '@booking-service/server/testing';
import { connectSandbox, type Sandbox } from '@booking-service/testing';
import { runCommandLine } from '../src/run-command-line.ts';

type Environment = Readonly<Record<string, string>>;

/** A sandbox with an organization, and the environment of a command that uses it. */
export interface TestSandbox extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly environment: Environment;
}

export async function openTestSandbox(): Promise<TestSandbox> {
  const service = await openSandbox();
  const sandbox = await connectSandbox({ url: service.url, adminUrl: service.adminUrl });
  return {
    sandbox,
    environment: {
      BOOKING_BASE_URL: service.url,
      BOOKING_ADMIN_URL: service.adminUrl,
      BOOKING_API_KEY: sandbox.keys.test,
    },
    async [Symbol.asyncDispose]() {
      await sandbox.close();
      await service[Symbol.asyncDispose]();
    },
  };
}

interface Ended {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Ctrl-D. */
export const endOfInput = '\u0004';

/** A command that runs. Disposal ends it. */
export interface RunningCommand extends AsyncDisposable {
  /** Resolves with everything that it has printed, as soon as that matches. */
  printed(pattern: RegExp): Promise<string>;
  /** Presses a key in its terminal. */
  press(key: string): void;
  /** Ends it as Ctrl-C does. */
  stop(): Promise<Ended>;
  readonly ended: Promise<Ended>;
}

/** Starts a command in this process, in a terminal. */
export function startCommand(args: readonly string[], environment: Environment = {}): RunningCommand {
  const output = { stdout: '', stderr: '' };
  const waiting = new Set<() => void>();
  const writeTo = (name: keyof typeof output) => (text: string) => {
    output[name] += text;
    for (const check of waiting) check();
  };
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const stopped = new AbortController();
  const ended = runCommandLine(args, {
    name: 'booking',
    environment,
    input,
    write: writeTo('stdout'),
    writeError: writeTo('stderr'),
    stopSignal: () => stopped.signal,
  }).then((exitCode) => ({ exitCode, ...output }));
  const stop = () => {
    stopped.abort();
    return ended;
  };
  return {
    printed(pattern) {
      const { promise, resolve } = Promise.withResolvers<string>();
      const check = () => {
        const text = output.stdout + output.stderr;
        if (!pattern.test(text)) return;
        waiting.delete(check);
        resolve(text);
      };
      waiting.add(check);
      check();
      return promise;
    },
    press: (key) => void (key === endOfInput ? input.end() : input.write(key)),
    stop,
    ended,
    async [Symbol.asyncDispose]() {
      await stop();
    },
  };
}

/** Runs a command to its end. */
export function run(args: readonly string[], environment?: Environment): Promise<Ended> {
  return startCommand(args, environment).ended;
}

/** A way to a server that can be cut. */
export interface Cable extends AsyncDisposable {
  readonly url: string;
  /** Ends every connection, and refuses new ones. */
  cut(): Promise<void>;
  /** Accepts connections again. */
  join(): Promise<void>;
}

/** Opens a way to the server at this URL of this computer. */
export async function openCable(to: string): Promise<Cable> {
  const target = Number(new URL(to).port);
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('close', () => open.delete(one)).on('error', () => other.destroy());
      one.pipe(other);
    }
  });
  const listen = async (port: number) => void (await once(server.listen(port, '127.0.0.1'), 'listening'));
  await listen(0);
  // A server that listens on a port has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  const cut = async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of open) socket.destroy();
    await closed;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    cut,
    join: () => listen(port),
    [Symbol.asyncDispose]: async () => (server.listening ? cut() : undefined),
  };
}
