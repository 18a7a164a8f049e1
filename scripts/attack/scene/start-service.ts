import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
// @boundaries-ignore the ports of the tests of every package come from one place
import { freePorts } from '../../../packages/server/test/support/processes/free-ports.ts';

const bin = fileURLToPath(new URL('../../../packages/server/bin/booking-service.js', import.meta.url));
const program = ['--conditions=@booking-service/source', bin];
const execute = promisify(execFile);

/** A running `booking-service serve`. */
export interface Service extends AsyncDisposable {
  readonly url: string;
  readonly receiverUrl: string;
  readonly adminUrl: string;
  readonly dashboardUrl: string;
  readonly pid: number;
  readonly data: string;
  /** Everything that it wrote. */
  readonly output: () => string;
  readonly hasEnded: () => boolean;
  /** Runs another command on its database. */
  readonly run: (line: string) => Promise<{ readonly code: number; readonly text: string }>;
}

export interface ServiceOptions {
  readonly data: string;
  readonly flags: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Starts `serve` with these flags on free ports, and waits until it runs. */
export async function startService({ data, flags, environment }: ServiceOptions): Promise<Service> {
  const [port, receiver, admin, dashboard] = await freePorts();
  const isSandbox = flags.includes('--sandbox');
  const ports = ['--port', port, '--admin-port', admin, '--dashboard-port', dashboard];
  if (isSandbox) ports.push('--receiver-port', receiver);
  const env = { ...process.env, npm_lifecycle_event: undefined, ...environment };
  const run: Service['run'] = async (line) => {
    const args = [...program, ...line.split(' '), '--data', data];
    // Rejects with the exit code and the output if the command fails.
    const ended = await execute(process.execPath, args, { env }).catch(
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
    return { code: 'code' in ended ? ended.code : 0, text: ended.stdout + ended.stderr };
  };
  if (!isSandbox) await run('migrate');
  const args = [...program, 'serve', '--data', data, ...ports, '--tick', '1', ...flags];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  const closed = once(child, 'close');
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  while (!output.includes('Stop: Ctrl-C')) {
    await Promise.race([once(child.stdout, 'data'), closed]);
    if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}: ${output}`);
  }
  const urlOf = (each: string) => `http://127.0.0.1:${each}`;
  return {
    url: urlOf(port),
    receiverUrl: urlOf(receiver),
    adminUrl: urlOf(admin),
    dashboardUrl: urlOf(dashboard),
    pid: child.pid ?? 0,
    data,
    output: () => output,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    run,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await closed;
    },
  };
}
