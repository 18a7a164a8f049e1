/** The client keeps integers of 64 bits in each form, or names the place of one that a number rounds. A real server sees the bytes. */
import { once } from 'node:events';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { generate } from '../../src/project/generate.ts';
import { json, list, of, ok, old, post, query, refer, schemas } from './kind.ts';

const int64 = { type: 'integer', format: 'int64' };
const big = '9007199254740993';
const numbers = { type: 'object', properties: { n: int64, m: { type: 'number' } } };
const tree = {
  type: 'object',
  properties: { id: int64, at: { type: 'number' }, children: { type: 'array', items: refer('Tree') } },
};
const parts = { type: 'object', properties: { meta: numbers, id: int64 } };
const document = of(
  {
    '/{id}': post('grow', json({ allOf: [refer('Tree')] }), {
      parameters: [
        { name: 'id', in: 'path', required: true, schema: int64 },
        query('q', { schema: { type: 'array', items: int64 } }),
        { name: 'j', in: 'query', content: json(numbers) },
      ],
      responses: ok({ type: 'object', additionalProperties: refer('Tree'), properties: { other: list } }),
    }),
    '/parts': post('send', { 'multipart/form-data': { schema: parts } }),
  },
  schemas({ Tree: tree }),
);

type Method = (...given: readonly unknown[]) => Promise<unknown>;

interface Opened {
  readonly grow: Method;
  readonly send: Method;
  readonly received: { url?: string | undefined; body: string }[];
}

/** Generates the client of a form, and starts a server that answers it with a text. */
async function open(form: 'number' | 'string' | 'bigint', response: string): Promise<Opened> {
  const received: Opened['received'] = [];
  const server = createServer((request, reply) => {
    void request.toArray().then((chunks: Buffer[]) => {
      received.push({ url: request.url, body: Buffer.concat(chunks).toString() });
      reply.writeHead(200, { 'Content-Type': 'application/json' }).end(response);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const folder = await mkdtempDisposable(join(tmpdir(), 'int64-'));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await folder.remove();
  });
  await writeFile(join(folder.path, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder.path, 'api.json'), JSON.stringify(document));
  const contract = { document: 'api.json', outputs: { client: 'client' }, int64: form };
  await generate({ root: folder.path, config: { contracts: { public: contract } }, isCheck: false });
  const { createAnyClient } = await import(join(folder.path, 'client/index.ts'));
  const { port } = server.address() as AddressInfo;
  const client = createAnyClient({ baseUrl: `http://127.0.0.1:${port}` });
  return { grow: client.root.grow, send: client.parts.send, received };
}

const trees = `{"a":{"id":${big},"at":${big},"children":[{"id":5}]},"other":["1${big}","\\"",":${big},"],"b":{"id":1.5}}`;

it.each(['string', 'bigint'] as const)('receives and sends the digits as %s', async (form) => {
  const of64 = (digits: string | number) => (form === 'string' ? String(digits) : BigInt(digits));
  const { grow, send, received } = await open(form, trees);
  const body = { id: of64(`-${big}`), at: 0.5, children: [{ id: of64(5) }] };
  expect(await grow(of64(big), body, { q: [of64(1), of64(big)], j: { n: of64(big), m: 2 } })).toEqual({
    a: { id: of64(big), at: Number(big), children: [{ id: of64(5) }] },
    other: [`1${big}`, '"', `:${big},`],
    b: { id: 1.5 },
  });
  await send({ meta: { n: of64(big) }, id: of64(big) });
  const [first, second] = received;
  expect(first).toEqual({
    url: `/${big}?q=1&q=${big}&j=${encodeURIComponent(`{"n":${big},"m":2}`)}`,
    body: `{"id":-${big},"at":0.5,"children":[{"id":5}]}`,
  });
  expect(second?.body).toMatch(new RegExp(`\\{"n":${big}\\}[^]*\\b${big}\\b`));
});

it('refuses what a number rounds, and names its place', async () => {
  const { grow } = await open('number', `{"a":{"at":${big},"id":5,"children":[{"id":${big}}]}}`);
  await expect(grow(1, {})).rejects.toThrow(
    'grow: the body of the response 200 cannot be read: /a/children/0/id is an integer beyond 2^53, which a number rounds',
  );
  const { grow: growSmall } = await open('number', `{"a":{"at":${big},"id":5}}`);
  expect(await growSmall(1, {})).toEqual({ a: { at: Number(big), id: 5 } });
});

it('refuses a document in which alternatives have both forms at one place', async () => {
  const either = old({ '/a': post('a', json({ anyOf: [numbers, { properties: { n: { type: 'integer' } } }] })) });
  const folder = await mkdtempDisposable(join(tmpdir(), 'int64-'));
  onTestFinished(() => folder.remove());
  await writeFile(join(folder.path, 'api.json'), JSON.stringify(either));
  const config = { contracts: { public: { document: 'api.json', int64: 'bigint' as const } } };
  await expect(generate({ root: folder.path, config, isCheck: false })).rejects.toThrow(
    'api.json: a body application/json/n is an integer of 64 bits in one alternative and not in another. Set int64 to number.',
  );
});
