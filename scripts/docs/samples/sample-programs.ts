/** Runs samples as programs, in the folder of the repository. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { CodeSample } from '@booking-service/toolkit';
import { readPublicContract } from '../../contract-files.ts';

export const root: string = fileURLToPath(new URL('../../..', import.meta.url));
const contract = readPublicContract();

/** The samples of each operation and webhook, by operationId and by type. */
export const samples: ReadonlyMap<string, readonly CodeSample[]> = new Map([
  ...Object.values(contract.paths).flatMap((methods) =>
    Object.values(methods).map((each) => [each.operationId, each['x-codeSamples']] as const),
  ),
  ...Object.entries(contract.webhooks).map(([type, { post }]) => [type, post['x-codeSamples']] as const),
]);

export function sourceOf(name: string, label: string): string {
  return samples.get(name)?.find((each) => each.label === label)?.source ?? '';
}

/** The flags of Node that run a program, using the sources of the packages. */
export function node(source: string): string[] {
  return ['--conditions=@booking-service/source', '--input-type=module-typescript', '--eval', source];
}

export async function run(
  program: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<{ readonly code: unknown; readonly stdout: string; readonly stderr: string }> {
  const env = { PATH: process.env['PATH'], ...variables };
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 200_000 });
  const [[code], stdout, stderr] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Resolves when the port accepts connections. Rejects if the process ends before that. */
export async function listening(port: number, program: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 1200 && program.exitCode === null; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    const connected = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (connected) return;
    await pause(100);
  }
  throw new Error(`Nothing listens on port ${port}.`);
}
