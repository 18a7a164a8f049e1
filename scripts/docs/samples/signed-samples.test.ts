/**
 * Runs every code sample of the provider contract and of the card service contract unchanged. The receiver verifies the signature with
 * the package for webhooks, whose form it has.
 *
 * @module-tag slow
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { signedSamples, type CalledContract } from '@booking-service/toolkit/docs';
import { createVerifier } from '@booking-service/webhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedSample } from '../build-site.ts';
import { node, root, run } from './sample-programs.ts';

const runFile = promisify(execFile);
const longest = { timeout: 240_000 };
const secret = 'a secret of this test, of more than thirty-two bytes';
const verifier = createVerifier({ secrets: [secret] });
const contracts = { provider: 'PROVIDER', 'card-service': 'CARD_SERVICE' };

function isGenuine(body: Buffer, headers: IncomingHttpHeaders): boolean {
  try {
    verifier.verifyRaw(body, headers);
    return true;
  } catch {
    return false;
  }
}

const received: unknown[] = [];
const server = createServer((request, response) => {
  void buffer(request).then((body) => {
    received.push({
      call: `${request.method} ${request.url}`,
      genuine: isGenuine(body, request.headers),
      body: JSON.parse(String(body)) as unknown,
    });
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
});
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => void server.close());

describe.each(Object.entries(contracts))('%s', async (name, prefix) => {
  const file = join(root, `packages/contract/src/generated/${name}.json`);
  // The generator writes the bundled contract.
  const contract = JSON.parse(await readFile(file, 'utf8')) as CalledContract;
  const signed = signedSample(prefix);
  const samples = signedSamples(contract, signed);
  const sourceOf = (id: string, label: string) => samples.get(id)?.find((each) => each.label === label)?.source ?? '';
  const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.values(methods).map(({ operationId, requestBody }) => {
      const [example] = Object.values(requestBody?.content?.['application/json']?.examples ?? {});
      return { operationId, call: `POST ${path}`, body: example?.value };
    }),
  );

  /** Runs a sample. Returns what it left, and what the service received. */
  async function send(program: string, args: string[]) {
    received.length = 0;
    // A server that listens on a port has an address of this form.
    const { port } = server.address() as AddressInfo;
    const env = { [signed.url]: `http://127.0.0.1:${port}`, [signed.secret]: secret };
    const { code, stderr } = await run(program, args, env);
    return { code, stderr, received: [...received] };
  }

  /** The service gets the example of the contract, signed. */
  const outcome = ({ call, body }: (typeof operations)[number]) => ({
    code: 0,
    stderr: '',
    received: [{ call, genuine: true, body }],
  });

  it.each(operations)(
    'curl: $operationId',
    { ...longest, tags: ['needs-bash', 'needs-curl', 'needs-openssl'] },
    async (operation) => {
      expect(await send('bash', ['-euo', 'pipefail', '-c', sourceOf(operation.operationId, 'curl')])).toEqual(
        outcome(operation),
      );
    },
  );

  it.each(operations)('TypeScript: $operationId', longest, async (operation) => {
    const program = node(sourceOf(operation.operationId, 'TypeScript'));
    expect(await send(process.execPath, program)).toEqual(outcome(operation));
  });

  it.each(operations)('Python: $operationId', { ...longest, tags: ['needs-python3'] }, async (operation) => {
    const args = ['-c', sourceOf(operation.operationId, 'Python')];
    expect(await send('python3', args)).toEqual(outcome(operation));
  });

  it('Go: every operation', { timeout: 400_000, tags: ['needs-go'] }, async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'go-signed-samples-'));
    const write = (path: string, content: string) => writeFile(join(folder.path, path), content);
    await write('go.mod', 'module samples\n\ngo 1.21\n');
    const names = operations.map(({ operationId }) => operationId);
    for (const id of names) await write(`${id}.go`, sourceOf(id, 'Go').replace('func main()', `func ${id}()`));
    const cases = names.map((id) => `\tcase "${id}":\n\t\t${id}()\n`).join('');
    const main = `package main\n\nimport "os"\n\nfunc main() {\n\tswitch os.Args[1] {\n${cases}\t}\n}\n`;
    await write('main.go', main);
    const program = join(folder.path, 'samples');
    await runFile('go', ['build', '-o', program, '.'], { cwd: folder.path });
    const { stdout } = await runFile('gofmt', ['-l', '.'], { cwd: folder.path });
    expect(stdout).toBe('');
    for (const operation of operations)
      expect(await send(program, [operation.operationId])).toEqual(outcome(operation));
  });
});
