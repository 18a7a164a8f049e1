/**
 * Compares the verdicts of the router with those of express-openapi-validator: each gets the same requests for the same documents. Each row
 * with `differs` has a reason why the router does not agree.
 *
 * @module-tag slow
 */
import { createServer } from 'node:http';
import { createRouter } from '@booking-service/kernel/express';
import express, { type NextFunction, type Request, type Response } from 'express';
import { middleware } from 'express-openapi-validator';
import { expect, it, onTestFinished } from 'vitest';
import { listenOnLoopback } from '../support/network/listen-on-loopback.ts';
import { documentOf, echo } from './hosts.ts';

const object = { type: 'object', required: ['name'], additionalProperties: false };
const components = {
  securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
  schemas: {
    Cat: { ...object, properties: { name: { type: 'string', maxLength: 3 }, kind: { type: 'string' } } },
    Dog: { ...object, properties: { name: { type: 'integer' }, kind: { type: 'string' } } },
  },
};
const pet = {
  ...object,
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string', minLength: 2, pattern: '^[a-z]+$' },
    age: { type: 'integer', minimum: 0, maximum: 20 },
    tags: { type: 'array', items: { type: 'string' }, uniqueItems: true, maxItems: 2 },
    born: { type: 'string', format: 'date' },
    mail: { type: 'string', format: 'email' },
    size: { enum: ['s', 'l'] },
    owner: { type: 'string', nullable: true },
  },
};
const choice = {
  oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
  discriminator: { propertyName: 'kind' },
};
const withBody = (schema: object, type = 'application/json') => ({
  requestBody: { required: true, content: { [type]: { schema } } },
});
const withQuery = (schema: object, more: object = {}) => ({
  parameters: [{ name: 'q', in: 'query', schema, ...more }],
});
const integers = { type: 'array', items: { type: 'integer' } };

interface Group {
  readonly operation: object;
  /** Bodies, or queries. */
  readonly sent: readonly string[];
  readonly type?: string;
  readonly headers?: Record<string, string>;
  /** Why the verdicts differ, by what is sent: the statuses of the router and of the package. */
  readonly differs?: Readonly<Record<string, readonly [router: number, ofPackage: number, reason: string]>>;
}

const groups: readonly Group[] = [
  {
    operation: withBody(pet),
    type: 'application/json',
    sent: [
      '{"name":"ab"}',
      '{"name":"a"}',
      '{"name":"A1"}',
      '{}',
      '[]',
      'null',
      '"a"',
      '{"name":"ab","age":20}',
      '{"name":"ab","age":21}',
      '{"name":"ab","age":1.5}',
      '{"name":"ab","age":"1"}',
      '{"name":"ab","tags":["a","b"]}',
      '{"name":"ab","tags":["a","a"]}',
      '{"name":"ab","tags":["a","b","c"]}',
      '{"name":"ab","born":"2026-02-28"}',
      '{"name":"ab","born":"2026-02-30"}',
      '{"name":"ab","mail":"a@b.test"}',
      '{"name":"ab","mail":"a"}',
      '{"name":"ab","size":"s"}',
      '{"name":"ab","size":"m"}',
      '{"name":"ab","owner":null}',
      '{"name":"ab","owner":1}',
      '{"name":"ab","id":1}',
      '{"name":"ab","other":1}',
      '{"name":',
      '',
      '{"name":"ab","age":9007199254740993}',
    ],
  },
  {
    operation: withBody(choice),
    type: 'application/json',
    sent: [
      '{"kind":"Cat","name":"abc"}',
      '{"kind":"Cat","name":"abcd"}',
      '{"kind":"Dog","name":1}',
      '{"kind":"Dog","name":"a"}',
      '{"kind":"Cow","name":1}',
      '{"name":1}',
    ],
  },
  {
    operation: withBody(
      { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } },
      'application/x-www-form-urlencoded',
    ),
    type: 'application/x-www-form-urlencoded',
    sent: ['a=1', 'a=b', 'b=1'],
    differs: {
      'a=1': [200, 400, 'the fields of a form are texts, which the router reads by the types of their schemas'],
    },
  },
  { operation: withBody(pet), type: 'text/plain', sent: ['{"name":"ab"}'] },
  {
    operation: withBody(pet, 'application/vnd.a+json'),
    type: 'application/vnd.a+json',
    sent: ['{"name":"ab"}', '{"name":"a"}'],
  },
  {
    operation: withQuery({ type: 'integer', minimum: 1 }),
    sent: ['?q=1', '?q=0', '?q=a', '?q=1.5', '', '?q=', '?other=1', '?q=1&q=2', '?q=0x5'],
    differs: { '?q=0x5': [400, 200, 'JavaScript reads 0x5 as an integer; JSON and other languages do not'] },
  },
  { operation: withQuery({ type: 'boolean' }, { required: true }), sent: ['?q=true', '?q=1', ''] },
  {
    operation: withQuery({ type: 'string' }),
    sent: ['?q=a', '?q=a%3Ab', '?q=a:b', '?q='],
    differs: {
      '?q=a:b': [200, 400, 'RFC 3986 allows the colon in a query; allowReserved is about what a client encodes'],
      '?q=': [200, 400, 'the empty text is a value of the style form'],
    },
  },
  { operation: withQuery(integers), sent: ['?q=1&q=2', '?q=1', '?q=1&q=a'] },
  { operation: withQuery(integers, { explode: false }), sent: ['?q=1,2', '?q=1,a'] },
  { operation: withQuery(integers, { style: 'pipeDelimited', explode: false }), sent: ['?q=1%7C2', '?q=1%7Ca'] },
  {
    operation: withQuery(
      { type: 'object', properties: { n: { type: 'integer' } } },
      { style: 'deepObject', explode: true },
    ),
    sent: ['?q[n]=1', '?q[n]=a'],
  },
  { operation: { security: [{ key: [] }] }, sent: [''], headers: { 'x-key': 'good' } },
  { operation: { security: [{ key: [] }] }, sent: [''], headers: { 'x-key': 'bad' } },
  { operation: { security: [{ key: [] }] }, sent: [''] },
  {
    operation: { parameters: [{ name: 'X-N', in: 'header', required: true, schema: { type: 'integer' } }] },
    sent: [''],
    headers: { 'x-n': '5' },
  },
  {
    operation: { parameters: [{ name: 'X-N', in: 'header', required: true, schema: { type: 'integer' } }] },
    sent: [''],
    headers: { 'x-n': 'a' },
  },
];

it.each(groups)(
  'has the verdicts of express-openapi-validator: %#',
  async ({ operation, sent, type, headers, differs = {} }) => {
    const isBody = type !== undefined;
    const contract = documentOf(operation, { openapi: '3.0.3', method: isBody ? 'post' : 'get', components });
    const log = { error: () => undefined };
    const check = ({ token }: { token: string }) => (token === 'good' ? token : undefined);
    const app = express();
    app.use('/ours', createRouter({ contract, handlers: { echo }, log, security: { key: check } }));
    const handlers = { key: (req: { headers: object }) => 'x-key' in req.headers && req.headers['x-key'] === 'good' };
    app.use(
      '/package',
      express.json({ strict: false, type: ['json', '+json'] }),
      express.urlencoded({ extended: false }),
      ...middleware({
        apiSpec: structuredClone(contract) as never,
        validateSecurity: { handlers },
        useRequestUrl: true,
        ajvFormats: { mode: 'full' },
      }),
      (_req: Request, res: Response) => void res.json({}),
    );
    app.use(
      (error: { status?: number }, _req: Request, res: Response, _next: NextFunction) =>
        void res.status(error.status ?? 500).json({}),
    );
    const server = createServer(app);
    onTestFinished(() => void server.close());
    const origin = await listenOnLoopback(server);
    const [found, expected]: [object[], object[]] = [[], []];
    for (const each of sent) {
      const statusOf = async (mount: string) => {
        const target = `${origin}/${mount}/a${isBody ? '' : each}`;
        const init = isBody
          ? { method: 'POST', body: each, headers: { 'content-type': type } }
          : { headers: headers ?? {} };
        return (await fetch(target, init)).status;
      };
      const verdict = { sent: each, router: await statusOf('ours'), package: await statusOf('package') };
      const [router = verdict.package, ofPackage = verdict.package] = differs[each] ?? [];
      found.push(verdict);
      expected.push({ sent: each, router, package: ofPackage });
    }
    expect(found).toEqual(expected);
  },
);
