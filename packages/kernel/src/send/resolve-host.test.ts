import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import {
  startNameServer,
  type Answer,
  type NameServer,
  type Question,
} from '../../test/support/network/name-server.ts';
import { createResolve, type ResolveOptions } from './webhook-target.ts';
import { safePost, type PostResult } from './safe-post.ts';

const noHosts = devNull;
const v4 = { type: 'A', data: '93.184.215.14' } as const;
const v6 = { type: 'AAAA', data: '2606:2800:220:1:248:1893:25c8:1946' } as const;

/** Answers each type of question with its records, and with no data for the other type. */
function byType(records: NonNullable<Answer['records']>): (question: Question) => Answer {
  return ({ type }) => ({ records: records.filter((record) => record.type === type || record.type === 'CNAME') });
}

function resolveWith({ address }: NameServer, options: ResolveOptions = {}) {
  return createResolve({ servers: [address], hostsFile: noHosts, ...options });
}

function post(server: NameServer, { resolve = resolveWith(server) } = {}): Promise<PostResult> {
  return safePost({
    url: 'https://hostile.test/',
    organization_id: 'org_test',
    headers: {},
    body: Buffer.from('{}'),
    allowLoopback: false,
    resolve,
  });
}

it('returns the addresses of both families', async () => {
  await using server = await startNameServer(byType([v4, v6]));
  expect(await resolveWith(server)('receiver.test')).toEqual([
    { address: v4.data, family: 4 },
    { address: v6.data, family: 6 },
  ]);
});

it.each(['127.0.0.1', '10.0.0.1', '::1'])('returns the address %s without a query', async (address) => {
  await using server = await startNameServer(() => undefined);
  expect(await resolveWith(server)(address)).toEqual([{ address, family: address.includes(':') ? 6 : 4 }]);
  expect(server.questions).toEqual([]);
});

it('asks for the absolute name only, without search domains', async () => {
  await using server = await startNameServer(() => ({ code: 3 }));
  await expect(resolveWith(server)('receiver')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  expect(new Set(server.questions.map(({ name }) => name))).toEqual(new Set(['receiver']));
});

it('DLV-4: uses one family if the name server never answers for the other', async () => {
  const address = { type: 'A', data: '10.0.0.1' } as const;
  await using server = await startNameServer(({ type }) => (type === 'A' ? { records: [address] } : undefined));
  // A lookup that waited for the other family would reach the timeout of the attempt.
  const resolve = resolveWith(server, { patience_ms: 60_000 });
  expect(await post(server, { resolve })).toEqual({ error: 'address_refused', cause: 'address_refused' });
});

it('refuses a name with more than a hundred addresses', async () => {
  const records = Array.from({ length: 101 }, (_each, index) => ({ type: 'A', data: `93.184.1.${index}` }) as const);
  await using server = await startNameServer((question) =>
    question.transport === 'udp' ? { truncated: true } : byType(records)(question),
  );
  await expect(resolveWith(server)('receiver.test')).rejects.toThrow('receiver.test has 101 addresses.');
});

it('asks again over TCP if the answer is truncated', async () => {
  await using server = await startNameServer((question) =>
    question.transport === 'udp' ? { truncated: true } : byType([v4])(question),
  );
  expect(await resolveWith(server)('receiver.test')).toEqual([{ address: v4.data, family: 4 }]);
});

it('makes one lookup for all attempts that wait for the same name', async () => {
  await using server = await startNameServer(byType([v4]));
  const resolve = resolveWith(server);
  await Promise.all(Array.from({ length: 10 }, () => resolve('receiver.test')));
  await resolve('RECEIVER.test.');
  expect(server.questions).toHaveLength(2);
});

it.each([
  { ttl: 0, after_ms: 0, queries: 2 },
  { ttl: 30, after_ms: 29_999, queries: 1 },
  { ttl: 30, after_ms: 30_000, queries: 2 },
  { ttl: 3_600, after_ms: 59_999, queries: 1 },
  { ttl: 3_600, after_ms: 60_000, queries: 2 },
])('follows a change of a record with a TTL of $ttl s: $queries queries after $after_ms ms', async (row) => {
  await using server = await startNameServer(byType([{ ...v4, ttl: row.ttl }]));
  let now = 0;
  const resolve = resolveWith(server, { now_ms: () => now });
  await resolve('receiver.test');
  now = row.after_ms;
  await resolve('receiver.test');
  expect(server.questions.filter(({ type }) => type === 'A')).toHaveLength(row.queries);
});

it('does not keep a failure', async () => {
  let answers = 0;
  await using server = await startNameServer((question) => {
    answers += 1;
    return answers <= 2 ? { code: 3 } : byType([v4])(question);
  });
  const resolve = resolveWith(server);
  await expect(resolve('receiver.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  expect(await resolve('receiver.test')).toHaveLength(1);
});

it('reads the hosts file before it queries, and follows its changes after 5 s', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hosts-'));
  await using closing = new AsyncDisposableStack();
  closing.defer(() => rm(folder, { recursive: true }));
  await using server = await startNameServer(byType([v4]));
  const hostsFile = join(folder, 'hosts');
  await writeFile(
    hostsFile,
    '# 10.0.0.9 receiver.test\n10.0.0.1\tother.test  Receiver.test # ours\n::1 receiver.test\n',
  );
  let now = 0;
  const resolve = resolveWith(server, { hostsFile, now_ms: () => now });
  const listed = [
    { address: '10.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
  expect(await resolve('receiver.test')).toEqual(listed);
  await writeFile(hostsFile, 'receiver.test\n300.0.0.1 receiver.test\n');
  now = 4_999;
  expect(await resolve('receiver.test')).toEqual(listed);
  expect(server.questions).toEqual([]);
  now = 5_000;
  expect(await resolve('receiver.test')).toEqual([{ address: v4.data, family: 4 }]);
});

it.each(['localhost', 'a.localhost', 'LOCALHOST.'])('resolves %s to loopback without a query', async (name) => {
  await using server = await startNameServer(byType([v4]));
  expect(await resolveWith(server)(name)).toEqual([
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]);
  expect(server.questions).toEqual([]);
});

it.each([
  ['a private address', [{ type: 'A', data: '10.0.0.1' }]],
  ['a metadata address', [{ type: 'A', data: '169.254.169.254' }]],
  ['a private IPv6 address beside a public IPv4 address', [v4, { type: 'AAAA', data: 'fd00::1' }]],
  ['a public and a private address', [v4, { type: 'A', data: '192.168.0.1' }]],
  [
    'a CNAME to localhost',
    [
      { type: 'CNAME', data: 'localhost' },
      { type: 'A', data: '127.0.0.1' },
    ],
  ],
] satisfies [string, NonNullable<Answer['records']>][])(
  'ORG-6: refuses a name whose name server returns %s',
  async (_kind, records) => {
    await using server = await startNameServer(byType(records));
    expect(await post(server)).toEqual({ error: 'address_refused', cause: 'address_refused' });
  },
);

it('ORG-6: checks each answer of a name server that changes its answers', async () => {
  let reached = 0;
  await using receiver = createServer((_req, res) => {
    reached += 1;
    res.writeHead(204).end();
  });
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an AddressInfo.
  const { port } = receiver.address() as AddressInfo;
  const answers = ['127.0.0.1', '10.0.0.1', '127.0.0.1'];
  await using server = await startNameServer(({ type }) =>
    type === 'A' ? { records: [{ type, data: answers.shift() ?? '', ttl: 0 }] } : {},
  );
  const resolve = resolveWith(server);
  const url = `http://hostile.test:${port}/`;
  const results = [];
  for (let count = 0; count < 3; count += 1)
    results.push(
      await safePost({
        url,
        organization_id: 'org_test',
        headers: {},
        body: Buffer.from('{}'),
        allowLoopback: true,
        resolve,
      }),
    );
  expect(results).toEqual([
    { status: 204, body: '' },
    { error: 'address_refused', cause: 'address_refused' },
    { status: 204, body: '' },
  ]);
  expect(reached).toBe(2);
});

it.each([
  ['has no data', {}, 'dns_not_found'],
  ['fails', { code: 2 }, 'dns_failed'],
  ['does not exist', { code: 3 }, 'dns_not_found'],
  ['has a CNAME without a target', { records: [{ type: 'CNAME', data: 'nowhere.test' }] }, 'dns_failed'],
] as [string, Answer, string][])('DLV-7 DLV-13: fails the attempt if the name %s', async (_kind, answer, cause) => {
  await using server = await startNameServer(() => answer);
  expect(await post(server)).toEqual({ error: 'connection', cause });
});

it('DLV-4 DLV-13: ends the attempt as a timeout if the name server never answers', async () => {
  await using server = await startNameServer(() => undefined);
  const resolve = resolveWith(server, { patience_ms: 10 });
  expect(await post(server, { resolve })).toEqual({ error: 'timeout', cause: 'dns_timeout' });
});

it('DLV-13: resolves names while two hundred lookups wait for a dead name server', async () => {
  await using server = await startNameServer((question) =>
    question.name.startsWith('dead') ? undefined : byType([v4])(question),
  );
  // The dead lookups must outlast the healthy ones, also on a busy computer.
  const resolve = resolveWith(server, { patience_ms: 60_000 });
  let ended = 0;
  for (let index = 0; index < 200; index += 1) {
    const name = `dead-${index}.test`;
    resolve(name).catch(() => (ended += 1));
    // Datagrams that arrive together can exceed the buffer of the server's socket, and the system drops them.
    await vi.waitFor(() => expect(server.questions.filter((question) => question.name === name)).toHaveLength(2), {
      interval: 1,
    });
  }
  for (let index = 0; index < 20; index += 1) expect(await resolve(`healthy-${index}.test`)).toHaveLength(1);
  expect(ended).toBe(0);
});
