/**
 * `contract test` against a server of the library: a right one, and one with each kind of fault.
 *
 * @module-tag slow
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { testOperations } from '../../src/commands/test.ts';
import { testedDocument } from '../../src/test-server/requests.ts';
import { contractCommand, inProject, type CommandResult } from './library-project.ts';

const loan = {
  id: 'loan_019aa5b3c2d15f0c1f2e3d4b4a59ffff',
  status: 'lent',
  book: 'Dune',
  reader: 'card-1041',
  created: '2026-11-21T09:30:00.000Z',
  due_at: '2026-12-05T09:30:00.000Z',
};
const limits = { 'RateLimit-Limit': '100', 'RateLimit-Remaining': '99', 'RateLimit-Reset': '60' };
const request_id = 'req_019aa5b3c2d15f0c1f2e3d4b4a596877';

interface Sent {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

it('accepts a server that follows the contract, and reads what it created', { timeout: 30_000 }, async () => {
  const { code, stdout, stderr } = await testServer((sent) => sent);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('right  201  POST /v1/loans (book)');
  expect(stdout).toContain('right  401  GET /v1/loans (without a key)');
  expect(stdout).toContain('right  200  GET /v1/loans/{id} (required parameters)');
  expect(stdout).toContain('right  4xx  POST /v1/loans (11 invalid requests)');
  expect(stdout).toContain('not seen  GET /v1/loans: status 403, 429\n');
  expect(stdout).toMatch(/^\d+ responses, 0 wrong\. (\d+) of \1 operations proved\.$/m);
});

it.each<{ fault: string; change: (sent: Sent) => Sent; found: string }>([
  {
    fault: 'a status that is not documented',
    change: (sent) => (sent.status === 201 ? { ...sent, status: 202 } : sent),
    found: 'The status 202 is not documented.',
  },
  {
    fault: 'a failure',
    change: (sent) => (sent.status === 200 ? refusal(500, 'internal_error') : sent),
    found: 'The server failed.',
  },
  {
    fault: 'a missing header',
    change: (sent) => ({ ...sent, headers: { ...sent.headers, 'Request-Id': '' } }),
    found: 'The header Request-Id must NOT have fewer than 12 characters.',
  },
  {
    fault: 'a header of another type',
    change: (sent) => (sent.status < 300 ? { ...sent, headers: { ...sent.headers, 'RateLimit-Limit': 'many' } } : sent),
    found: 'The header RateLimit-Limit must be integer.',
  },
  {
    fault: 'a field of another form',
    change: (sent) => (sent.status === 201 ? { ...sent, body: { ...loan, status: 'lost' } } : sent),
    found: 'The body /status must be equal to one of the allowed values.',
  },
  {
    fault: 'a code of another status',
    change: (sent) => (sent.status === 401 ? refusal(401, 'not_found') : sent),
    found: 'The code not_found is not documented for this status.',
  },
  {
    fault: 'a success without a key',
    change: (sent) => (sent.status === 401 ? { status: 200, headers: sent.headers, body: loan } : sent),
    found: 'The status is not 401.',
  },
  {
    fault: 'an invalid request that it accepts',
    change: (sent) => (sent.status === 400 ? { status: 201, headers: limits, body: loan } : sent),
    found: 'wrong  201  POST /v1/loans (reader is missing)\n       The request is invalid and was not refused.',
  },
  {
    fault: 'a limit that hides whether an invalid request is refused',
    change: (sent) => (sent.status === 400 ? refusal(429, 'rate_limited') : sent),
    found: 'The server limited the request, so this shows nothing.',
  },
  {
    fault: 'a server that refuses everything as the contract documents it',
    change: ({ status }) => (status < 400 ? refusal(404, 'not_found') : refusal(status, 'invalid_request')),
    found: 'wrong  GET /v1/loans/{id} never succeeded: 404.',
  },
])('finds $fault', { timeout: 30_000 }, async ({ change, found }) => {
  const { code, stdout } = await testServer(change);
  expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining(found) });
});

it('ends with a stream of events that stays open, and with a body that is too long', async () => {
  const text = { type: 'string' };
  const responses = (type: string) => ({ 200: { description: 'OK', content: { [type]: { schema: text } } } });
  const paths = {
    '/events': { get: { operationId: 'events', responses: responses('text/event-stream') } },
    '/long': { get: { operationId: 'long', responses: responses('application/json') } },
  };
  const tested = testedDocument({ openapi: '3.1.0', info: { title: 'Streams', version: '1' }, paths });
  await using server = createServer(({ url }, response) => {
    if (url === '/long') response.setHeader('Content-Type', 'application/json').end(`"${'a'.repeat(2 ** 24)}"`);
    else response.setHeader('Content-Type', 'text/event-stream').write('data: 1\n\n');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // The address of a server that listens on a port.
  const { port } = server.address() as AddressInfo;
  const outcomes = await testOperations(tested, { url: `http://127.0.0.1:${port}`, key: '' });
  server.closeAllConnections();
  expect(outcomes.map(({ view, wrong }) => [view.operationId, wrong])).toEqual([
    ['events', 0],
    ['long', 1],
  ]);
});

it('exits with 2 without a URL, and if the server cannot be reached', async () => {
  await inProject(async (project) => {
    expect(await contractCommand(['test', '--key', 'k'], project)).toMatchObject({ code: 2 });
    // No server listens on port 1.
    const closed = await contractCommand(['test', '--url', 'http://127.0.0.1:1', '--key', 'k'], project);
    expect(closed).toMatchObject({ code: 2, stderr: expect.stringContaining('got no response. Check --url') });
  });
});

/** Runs the command against a server whose right responses a function changes. */
async function testServer(change: (sent: Sent) => Sent): Promise<CommandResult> {
  const server = createServer((request, response) => void respond(request, response, change));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    // The address of a server that listens on a port.
    const { port } = server.address() as AddressInfo;
    return await inProject((project) =>
      contractCommand(['test', '--url', `http://127.0.0.1:${port}`, '--key', 'sk_test_1'], project),
    );
  } finally {
    server.close();
  }
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  change: (sent: Sent) => Sent,
): Promise<void> {
  const text = Buffer.concat(await request.toArray()).toString();
  const { status, headers, body } = change(rightResponse(request, text));
  const common = { 'Content-Type': 'application/json', 'Request-Id': request_id };
  response.writeHead(status, { ...common, ...headers }).end(JSON.stringify(body));
}

function rightResponse({ method, url = '', headers }: IncomingMessage, text: string): Sent {
  if (headers.authorization !== 'Bearer sk_test_1') return refusal(401, 'unauthorized');
  if (isInvalid(new URL(url, 'http://127.0.0.1').searchParams, headers, text)) return refusal(400, 'invalid_request');
  if (method === 'POST' && url === '/v1/loans') {
    return { status: 201, headers: { ...limits, Location: `/v1/loans/${loan.id}` }, body: loan };
  }
  if (url.startsWith(`/v1/loans/${loan.id}`)) return { status: 200, headers: limits, body: loan };
  if (/^\/v1\/loans(?:\?|$)/.test(url)) {
    return { status: 200, headers: limits, body: { data: [loan], next_cursor: null } };
  }
  return refusal(404, 'not_found');
}

function isInvalid(query: URLSearchParams, headers: IncomingMessage['headers'], text: string): boolean {
  const limit = query.get('limit') ?? '1';
  const key = String(headers['idempotency-key'] ?? 'a');
  if (!/^[1-9]\d?$|^100$/.test(limit) || !/^[ -~]{1,255}$/.test(key)) return true;
  if (!/^loan_[0-9a-f]{32}$/.test(query.get('cursor') ?? loan.id)) return true;
  if (text === '') return false;
  try {
    const { book, reader, ...more } = JSON.parse(text) as Partial<Record<string, unknown>>;
    if (typeof book !== 'string' || typeof reader !== 'string' || Object.keys(more).length > 0) return true;
    return !/^[^\0]{1,200}$/.test(book) || !/^[A-Za-z0-9-]{1,40}$/.test(reader);
  } catch {
    return true;
  }
}

function refusal(status: number, error_code: string): Sent {
  const headers = { ...limits, 'WWW-Authenticate': 'Bearer' };
  return { status, headers, body: { error: 'No.', error_code, request_id } };
}
