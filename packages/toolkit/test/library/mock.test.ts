/** `contract mock` on the contract of the library: the program in its own process, on a port of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contractCommand, library } from './library-project.ts';

const program = fileURLToPath(new URL('../../bin/contract.js', import.meta.url));
const child = spawn(process.execPath, ['--conditions=@booking-service/source', program, 'mock', '--port', '0'], {
  cwd: library,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const closed = once(child, 'close');
let printed = '';
let url = '';

beforeAll(async () => {
  for await (const text of child.stdout.setEncoding('utf8')) {
    printed += text;
    if (printed.includes('Stop: Ctrl-C')) break;
  }
  url = /mock at (http:\/\/127\.0\.0\.1:\d+)/.exec(printed)?.[1] ?? '';
});

afterAll(async () => {
  child.kill('SIGTERM');
  await closed;
});

const loan = { book: 'Dune', reader: 'card-1041' };

async function createLoan(
  body: object = loan,
  headers: Readonly<Record<string, string>> = { Authorization: 'Bearer any' },
): Promise<{ readonly status: number; readonly body: unknown; readonly violations: string | null }> {
  const response = await fetch(`${url}/v1/loans`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json(), violations: response.headers.get('sl-violations') };
}

describe('contract mock', () => {
  it('returns the example of a first request to an operation with replays', async () => {
    const { status, body, violations } = await createLoan();
    expect({ status, violations }).toEqual({ status: 201, violations: null });
    expect(body).toEqual({
      id: 'loan_019aa5b3c2d15f0c1f2e3d4b4a596877',
      status: 'lent',
      ...loan,
      created: '2026-11-21T09:30:00.000Z',
      due_at: '2026-12-05T09:30:00.000Z',
    });
  });

  it('refuses an invalid request with the status of invalid_request and the reason', async () => {
    const { status, body, violations } = await createLoan({ book: '' });
    expect({ status, body }).toEqual({ status: 400, body: expect.objectContaining({ error_code: 'invalid_request' }) });
    expect(violations).toContain('"location":["request","body"]');
    expect((await createLoan(loan, {})).status).toBe(401);
  });

  it('refuses a body that is not JSON', async () => {
    const headers = { Authorization: 'Bearer any', 'Content-Type': 'application/json' };
    const response = await fetch(`${url}/v1/loans`, { method: 'POST', headers, body: '{"book":' });
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 400,
      body: { error_code: 'invalid_request' },
    });
  });

  it('returns the status that Prefer names', async () => {
    const { status, body } = await createLoan(loan, { Authorization: 'Bearer any', Prefer: 'code=429' });
    expect({ status, body }).toEqual({ status: 429, body: expect.objectContaining({ error_code: 'rate_limited' }) });
    const forbidden = { Authorization: 'Bearer any', Prefer: 'code=403, example=org_suspended' };
    expect((await createLoan(loan, forbidden)).body).toMatchObject({ error_code: 'org_suspended' });
    const replayed = { Authorization: 'Bearer any', Prefer: 'code=200' };
    expect((await createLoan(loan, replayed)).status).toBe(200);
  });

  it('prints the address, and requests with the names of the product', () => {
    expect(printed).toContain('Library 1.0.0, mock at http://127.0.0.1:');
    expect(printed).toContain(`export LIBRARY_BASE_URL=${url} LIBRARY_API_KEY=sk_test_any`);
    expect(printed).toContain(`-d '${JSON.stringify(loan)}'`);
  });

  it('exits with 2 and what to do if the port is in use', async () => {
    const taken = createServer();
    await once(taken.listen(0, '127.0.0.1'), 'listening');
    // A server that listens on a port has an address of this form.
    const { port } = taken.address() as AddressInfo;
    expect(await contractCommand(['mock', '--port', String(port)], library)).toEqual({
      code: 2,
      stdout: '',
      stderr: `The mock cannot listen on port ${port}: listen EADDRINUSE: address already in use 127.0.0.1:${port}. Choose another one with --port.\n`,
    });
    await once(taken.close(), 'close');
  });

  it.each(['--port x', '--port 65536', '--port', '--pot 1', '4010'])(
    'exits with 2 for the arguments %s',
    async (args) => {
      const { code, stderr } = await contractCommand(['mock', ...args.split(' ')], library);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('Usage: contract mock') });
    },
  );

  it('exits with 2 and the command that installs Prism if it is missing', async () => {
    const { code, stdout, stderr } = await contractCommand(['mock', '--port', '0'], library, [withoutPrism]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      'contract mock needs Prism, which is not installed. Run: npm install --save-dev @stoplight/prism-cli@5.16.0\n',
    );
  });
});

/** A flag of Node with which Prism is not found, as in a project that has not installed it. */
const withoutPrism = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve: (name, context, next) => next(name, name.startsWith('@stoplight/') ? { ...context, parentURL: 'file:///' } : context),
  });
`)}`;
