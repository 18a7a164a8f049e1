/**
 * Holds what http/validation/validate.ts takes from inside express-openapi-validator. When an upgrade moves it, this file fails,
 * and the page named below lists these assumptions with their reasons.
 */
import { readFile } from 'node:fs/promises';
import { RequestValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js';
import { ContentType } from 'express-openapi-validator/dist/middlewares/util.js';
import { describe, expect, it } from 'vitest';

type Check = (req: object, res: undefined, next: () => void) => void;

/** `private` in the package's types. */
interface Internals {
  buildMiddleware(path: string, operation: object, contentType: unknown, cacheKey: string): Check;
  readonly ajv: Compiled;
  readonly ajvBody: Compiled;
}

interface Compiled {
  getSchema(cacheKey: string): ((judged: object) => unknown) | undefined;
}

interface Thrown {
  readonly status: number;
  readonly errors: readonly { readonly path: string; readonly message: string; readonly errorCode: string }[];
}

const operation = {
  operationId: 'tryIt',
  parameters: [
    { name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 3 } },
    { name: 'X-Note', in: 'header', required: false, schema: { type: 'string', maxLength: 3 } },
  ],
  requestBody: {
    required: false,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Try' } } },
  },
  responses: { '200': { description: 'Done.' } },
};
const document = {
  openapi: '3.1.0',
  info: { title: 'Try', version: '1' },
  paths: { '/try/{id}': { post: operation } },
  components: {
    schemas: {
      Try: {
        type: 'object',
        additionalProperties: false,
        required: ['kind'],
        properties: { kind: { const: 'a' }, size: { type: 'integer', minimum: 1, default: 5 } },
      },
    },
  },
};
const options = {
  allErrors: true,
  allowUnknownQueryParameters: false,
  coerceTypes: false,
  useDefaults: true,
  strict: false,
  validateSchema: false,
  formats: {},
  ajvFormats: { mode: 'full' },
} as const;

function createInternals(): Internals {
  return new RequestValidator(structuredClone(document) as never, options) as unknown as Internals;
}

function build(contentType: string, internals: Internals = createInternals()): Check {
  const type = ContentType.fromString(contentType);
  return internals.buildMiddleware('/try/{id}', operation, type, `a key for "${contentType}"`);
}

interface Sent {
  readonly body?: unknown;
  readonly id?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}

/** As much of an Express request as the check reads. */
function toRequest({ body, id = 'abc', headers = {}, query = {} }: Sent) {
  const path = `/try/${id}`;
  const params = { id };
  const openapi = { expressRoute: '/try/{id}', openApiRoute: '/try/{id}', pathParams: params, schema: operation };
  return {
    path,
    originalUrl: `${path}?${new URLSearchParams(query).toString()}`,
    query,
    headers,
    params,
    openapi,
    body,
  };
}

/** The error that the check throws before it returns. */
function thrownBy(check: Check, request: object): Thrown {
  try {
    check(request, undefined, () => undefined);
  } catch (error) {
    return error as Thrown;
  }
  throw new Error('The check threw nothing.');
}

describe('docs/decisions/003-request-path.md holds: express-openapi-validator', () => {
  it('END-12: is the one version that was looked into', async () => {
    const read = async (url: URL) => JSON.parse(await readFile(url, 'utf8')) as Record<string, unknown>;
    const own = await read(new URL('../../package.json', import.meta.url));
    const pinned = (own['dependencies'] as Record<string, string>)['express-openapi-validator'];
    expect(pinned).toMatch(/^\d+\.\d+\.\d+$/);
    const installed = await read(new URL(import.meta.resolve('express-openapi-validator/package.json')));
    expect(installed['version']).toBe(pinned);
  });

  it('END-12: has RequestValidator.buildMiddleware(path, operation, contentType, cacheKey)', () => {
    const { buildMiddleware } = RequestValidator.prototype as unknown as Record<string, { length: number }>;
    expect(buildMiddleware).toBeTypeOf('function');
    expect(buildMiddleware).toHaveLength(4);
  });

  it('END-12: has a ContentType of "application/json", and one of nothing', () => {
    expect(ContentType.fromString('application/json').normalize()).toBe('application/json');
    expect(ContentType.fromString('').normalize()).toBeUndefined();
  });

  it('END-12: lets what fits pass, at once, with its defaults filled in', () => {
    const request = toRequest({ body: { kind: 'a' } });
    let called = 0;
    build('application/json')(request, undefined, () => {
      called += 1;
    });
    expect(called).toBe(1);
    expect(request.body).toEqual({ kind: 'a', size: 5 });
  });

  it('END-12 ERR-4: throws status 400 and, in errors[], each path, message and errorCode', () => {
    const { status, errors } = thrownBy(build('application/json'), toRequest({ body: { size: 0, extra: 1 } }));
    expect(status).toBe(400);
    expect(errors.map(({ path, message, errorCode }) => [path, message, errorCode])).toEqual([
      ['/body/kind', "must have required property 'kind'", 'required.openapi.validation'],
      ['/body/extra', 'must NOT have additional properties', 'additionalProperties.openapi.validation'],
      ['/body/size', 'must be >= 1', 'minimum.openapi.validation'],
    ]);
  });

  it('ERR-4: writes /params, /headers and /query before faults outside the body', () => {
    const check = build('application/json');
    const body = { kind: 'a' };
    const paths = (request: object) => thrownBy(check, request).errors.map(({ path }) => path);
    expect(paths(toRequest({ body, id: 'abcd' }))).toEqual(['/params/id']);
    expect(paths(toRequest({ body, headers: { 'x-note': 'long' } }))).toEqual(['/headers/x-note']);
    expect(paths(toRequest({ body, query: { extra: '1' } }))).toEqual(['/query/extra']);
  });

  it('END-12: builds two checks of one operation side by side: for a JSON body, and for none', () => {
    const internals = createInternals();
    const [withBody, withoutBody] = [build('application/json', internals), build('', internals)];
    expect(thrownBy(withBody, toRequest({ body: {} })).status).toBe(400);
    expect(() => withoutBody(toRequest({}), undefined, () => undefined)).not.toThrow();
  });

  it('END-12: keeps under its cache key the two functions that judge, of the parameters and of the body', () => {
    const internals = createInternals();
    build('application/json', internals);
    const cacheKey = 'a key for "application/json"';
    const judged = { query: {}, headers: {}, params: { id: 'abc' }, body: { kind: 'a' } };
    const [parameters, body] = [internals.ajv.getSchema(cacheKey), internals.ajvBody.getSchema(cacheKey)];
    expect([parameters?.(judged), body?.(judged)]).toEqual([true, true]);
    expect(parameters?.({ ...judged, params: { id: 'abcd' } })).toBe(false);
    expect(parameters?.({ ...judged, headers: { 'x-note': 'long' } })).toBe(false);
    expect(body?.({ ...judged, body: { kind: 'b' } })).toBe(false);
  });
});
