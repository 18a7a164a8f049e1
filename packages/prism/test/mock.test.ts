/** Runs `npm run mock` in its own process and pastes the lines that it prints. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const file = fileURLToPath(new URL('../mock.ts', import.meta.url));
const command = ['--conditions=@booking-service/source', file];

it('prints requests that get the responses it describes', { tags: ['needs-bash', 'needs-curl'] }, async () => {
  await using mock = await startMock('0');
  const lines = linesToPaste(mock.printed);
  expect(lines).toHaveLength(5);
  const [variables = '', ...requests] = lines;
  const responses = [];
  for (const line of requests) responses.push((await run('bash', ['-c', `${variables}\n${line}`])).stdout);

  const [venues = '', limited = '', booking = '', refused = ''] = responses;
  expect(JSON.parse(venues)).toMatchObject({ object: 'list', data: [{ object: 'venue' }] });
  expect(JSON.parse(limited)).toMatchObject({ error: 'rate_limited' });
  expect(JSON.parse(booking)).toMatchObject({ object: 'booking', next_action: { type: 'authorize_payment' } });
  const [head = '', body = ''] = refused.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 400 /);
  expect(head).toMatch(/^sl-violations: .*party_size/m);
  expect(JSON.parse(body)).toMatchObject({ error_code: 'invalid_request' });
});

it('reports a port that is in use, and what to do', async () => {
  const taken = createServer();
  await once(taken.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on a port has an address of this form.
  const { port } = taken.address() as AddressInfo;
  const { code, stderr } = await fail(['--port', String(port)]);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `The mock cannot listen on port ${port}: listen EADDRINUSE: address already in use 127.0.0.1:${port}. Choose another port: npm run mock -- --port 4011\n`,
  });
  await once(taken.close(), 'close');
});

it.each(['--port x', '--port 65536', '--port', '--pot 1', '4010'])(
  'prints its usage for the arguments %s',
  async (args) => {
    expect(await fail(args.split(' '))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Usage: npm run mock'),
    });
  },
);

/** Runs the command to its end, which is expected to be a failure. */
async function fail(args: readonly string[]): Promise<{ code: number; stderr: string }> {
  return run(process.execPath, [...command, ...args])
    .then(
      () => ({ code: 0, stderr: '' }),
      // execFile rejects with an error of this form.
      (error: unknown) => error as { code: number; stderr: string },
    )
    .then(({ code, stderr }) => ({ code, stderr }));
}

async function startMock(port: string): Promise<AsyncDisposable & { printed: string }> {
  const child = spawn(process.execPath, [...command, '--port', port], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  while (!printed.includes('Stop: Ctrl-C')) {
    const ended = await Promise.race([closed, once(child.stdout, 'data').then(() => undefined)]);
    if (ended) throw new Error(`The mock ended before it was ready: ${printed}`);
  }
  return {
    printed,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await closed;
    },
  };
}

/** The indented commands. A line with a deeper indent continues the command before it. */
function linesToPaste(printed: string): string[] {
  const lines: string[] = [];
  for (const line of printed.split('\n')) {
    if (/^ {2}\S/.test(line)) lines.push(line.trim());
    else if (/^ {3}/.test(line)) lines.push(`${lines.pop()}\n${line}`);
  }
  return lines;
}
