/** Documents whose operations or schemas are of one kind that real documents have, and documents that are refused. */
import type { JsonObject } from '../../src/document/bundled-contract.ts';
import { get, json, list, of, ok, old, post, query, refer, schemas, text, type Kind } from './kind.ts';

export const kinds: readonly Kind[] = [
  {
    name: 'fields beside the methods of a path',
    document: of({
      '/a/{id}': {
        summary: 'A',
        servers: [{ url: 'http://127.0.0.1:2' }],
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        'x-own': {},
        ...get('getA'),
      },
    }),
    use: `const a: string = await client.a.get(1);\n// @ts-expect-error the parameter of the path is a number\nclient.a.get('1');`,
  },
  {
    name: 'operationIds of any characters',
    document: of({
      '/a': get(`show the dog's "tail"`),
      '/b': get('get-b'),
      '/c': get('things/2nd#x'),
      '/d': get('été'),
    }),
  },
  {
    name: 'no operationIds',
    document: of({ '/a/{b-c}': { get: { responses: ok() }, delete: { responses: { 204: { description: 'Gone' } } } } }),
  },
  {
    name: 'names of schemas with dashes and dots, or of types of TypeScript',
    document: of(
      { '/a': get('a', { responses: ok(refer('my-thing.v1')) }) },
      schemas({
        'my-thing.v1': { type: 'object', properties: { $count: text, 'a-b': text, constructor: text } },
        Record: text,
        '3d': text,
        string: text,
        Blob: text,
      }),
    ),
    use: `import type { MyThingV1 } from './client/index.ts';\nconst thing: MyThingV1 = await client.a.a();\nvoid thing['a-b'];`,
  },
  {
    name: 'ends of comments, quotes and templates in texts',
    document: of(
      { '/a': get('a', { description: 'Match **/*.ts */ globalThis.x=1 /* and `${x}`', responses: ok(refer('A')) }) },
      schemas({
        A: {
          type: 'object',
          description: 'ends */ here',
          properties: { g: { ...text, description: '*/', enum: ["it's", 'a"b', 'back\\slash', 'new\nline'] } },
        },
      }),
    ),
  },
  {
    name: 'a part of allOf that only requires',
    document: of(
      { '/a': get('a', { responses: ok(refer('B')) }) },
      schemas({
        A: { type: 'object', properties: { x: text, y: text } },
        B: { allOf: [refer('A'), { type: 'object', required: ['x'] }], required: ['y'] },
      }),
    ),
    use: `import type { B } from './client/index.ts';\nexport const whole: B = { x: '', y: '' };\n// @ts-expect-error x is required\nexport const part: B = { y: '' };`,
  },
  {
    name: 'a choice beside the fields that it requires',
    document: of(
      { '/a': get('a', { responses: ok(refer('A')) }) },
      schemas({
        A: { type: 'object', properties: { x: text, y: text }, anyOf: [{ required: ['x'] }, { required: ['y'] }] },
      }),
    ),
    use: `import type { A } from './client/index.ts';\nexport const one: A = { x: '' };\n// @ts-expect-error one of both is required\nexport const none: A = {};`,
  },
  {
    name: 'readOnly and writeOnly fields that are required',
    document: of(
      { '/a': post('create', json(refer('A')), { responses: ok(refer('A')) }) },
      schemas({
        A: {
          type: 'object',
          required: ['id', 'secret', 'b'],
          properties: { id: { ...text, readOnly: true }, secret: { ...text, writeOnly: true }, b: refer('B') },
        },
        B: { type: 'object', required: ['at'], properties: { at: { ...text, readOnly: true } } },
      }),
    ),
    use: `const made = await client.a.create({ secret: '', b: {} });\nvoid made.id;\nvoid made.b.at;\n// @ts-expect-error a response has no field that is writeOnly\nvoid made.secret;\n// @ts-expect-error a request has no field that is readOnly\nclient.a.create({ id: '', secret: '', b: {} });`,
  },
  {
    name: 'patterns that are valid without the flag u',
    document: of({
      '/a': post(
        'a',
        json({
          type: 'object',
          properties: { p: { ...text, pattern: '^\\p{L}+$' }, r: { ...text, pattern: '^[\\w-.]+$' } },
        }),
      ),
    }),
  },
  {
    name: 'nullable and bounds of 3.0',
    document: old(
      { '/a': get('a', { responses: ok(refer('A')) }) },
      schemas({
        A: {
          type: 'object',
          required: ['a', 'b'],
          properties: {
            a: { ...text, nullable: true },
            b: { nullable: true, allOf: [refer('B')] },
            c: { type: 'number', minimum: 0, exclusiveMinimum: true },
            d: { ...text, enum: ['x'], nullable: true },
          },
        },
        B: text,
      }),
    ),
    use: `import type { A } from './client/index.ts';\nexport const a: A = { a: null, b: null, d: null };`,
  },
  {
    name: 'siblings of references, and references into the document',
    document: of(
      {
        '/a': get('a', { responses: ok({ ...refer('A'), description: 'Here' }) }),
        '/b': get('b', { responses: ok({ $ref: '#/paths/~1a/get/responses/200/content/application~1json/schema' }) }),
        '/c': get('c', { responses: ok({ $ref: '#/components/schemas/A/properties/x/items' }) }),
      },
      schemas({
        A: { type: 'object', properties: { x: { type: 'array', items: { type: 'object', properties: { y: text } } } } },
      }),
    ),
    use: `void (await client.c.c()).y;`,
  },
  {
    name: 'discriminators with a mapping, without one, and by allOf',
    document: of(
      {
        '/a': get('a', {
          responses: ok({ oneOf: [refer('Cat'), refer('Dog')], discriminator: { propertyName: 'kind' } }),
        }),
        '/b': get('b', { responses: ok(refer('Base')) }),
      },
      schemas({
        Cat: { type: 'object', required: ['kind'], properties: { kind: text, lives: { type: 'integer' } } },
        Dog: { type: 'object', required: ['kind'], properties: { kind: text, tail: text } },
        Base: {
          type: 'object',
          required: ['type'],
          properties: { type: text },
          discriminator: { propertyName: 'type', mapping: { one: 'Child' } },
        },
        Child: { allOf: [refer('Base'), { type: 'object', properties: { own: text } }] },
      }),
    ),
    use: `const pet = await client.a.a();\nif (pet.kind === 'Cat') pet.lives satisfies number | undefined;`,
  },
  {
    name: 'no paths, only webhooks',
    document: {
      openapi: '3.1.0',
      info: { title: 'Hooks', version: '1' },
      webhooks: {
        'pet.new': {
          post: {
            operationId: 'newPet',
            requestBody: { content: json({ type: 'object' }) },
            responses: { 200: { description: 'OK' } },
          },
          put: { responses: {} },
        },
      },
    },
  },
  {
    name: 'security of every kind, none, and alternatives',
    document: of(
      {
        '/a': get('a'),
        '/b': get('b', { security: [] }),
        '/c': get('c', { security: [{ key: [], basic: [] }, { oauth: ['read'] }, {}] }),
      },
      {
        security: [{ bearer: [] }],
        components: {
          securitySchemes: {
            bearer: { type: 'http', scheme: 'bearer' },
            basic: { type: 'http', scheme: 'basic' },
            key: { type: 'apiKey', in: 'cookie', name: 'k' },
            oauth: {
              type: 'oauth2',
              flows: { clientCredentials: { tokenUrl: 'http://127.0.0.1/t', scopes: { read: 'Read' } } },
            },
            oidc: { type: 'openIdConnect', openIdConnectUrl: 'http://127.0.0.1/o' },
          },
        },
      },
    ),
    use: `createAnyClient({ auth: { bearer: () => 't', basic: { username: 'u', password: 'p' } } });`,
  },
  {
    name: 'references to other files, and a file that begins with a digit',
    file: '2024-01-01.json',
    files: { 'parts/pet.json': { type: 'object', properties: { name: text } } },
    document: of({ '/a': get('a', { responses: ok({ $ref: 'parts/pet.json' }) }) }),
    use: `void (await client.a.a()).name;`,
  },
  {
    name: 'servers with variables, callbacks, links, and fields without descriptions',
    document: of(
      {
        '/a': post('a', json({ type: 'object', properties: { url: text } }), {
          deprecated: true,
          responses: {
            201: {
              description: 'Made',
              content: json({ type: 'object', properties: { id: text } }),
              links: { next: { operationId: 'b', parameters: { id: '$response.body#/id' } } },
            },
          },
          callbacks: {
            done: {
              '{$request.body#/url}': {
                post: { requestBody: { content: json({ type: 'object' }) }, responses: { 200: { description: 'OK' } } },
              },
            },
          },
        }),
        '/b/{id}': get('b', { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] }),
      },
      {
        servers: [
          {
            url: 'https://{region}.example.com/v{version}',
            variables: { region: { default: 'eu', enum: ['eu', 'us'] }, version: { default: '1' } },
          },
        ],
      },
    ),
    use: `createAnyClient({ variables: { region: 'us', version: '2' } });\n// @ts-expect-error no region of the document\ncreateAnyClient({ variables: { region: 'mars' } });`,
  },
  {
    name: 'lists in pages',
    document: of({
      '/a': get('a', {
        parameters: [query('cursor')],
        responses: ok({
          type: 'object',
          required: ['data'],
          properties: {
            data: { type: 'array', items: { type: 'object', properties: { id: text } } },
            next_cursor: { type: ['string', 'null'] },
          },
        }),
      }),
      '/b': get('b', { parameters: [query('page', { schema: { type: 'integer' } })], responses: ok(list) }),
      '/c': get('c', {
        parameters: [query('after')],
        'x-pagination': { by: 'cursor', parameter: 'after', items: 'rows', next: 'last' },
        responses: ok({ type: 'object', properties: { rows: list, last: text } }),
      }),
    }),
    use: `for await (const { id } of client.a.a()) id satisfies string | undefined;\nfor await (const each of client.b.b({ page: 2 })) each satisfies string;\nfor await (const each of client.c.c()) each satisfies string;`,
  },
  {
    name: 'words of TypeScript as names, recursion, integers of 64 bits, free objects',
    document: of(
      {
        '/a/{class}/{body}': {
          put: {
            operationId: 'delete',
            tags: ['constructor'],
            parameters: ['class', 'body'].map((name) => ({ name, in: 'path', required: true, schema: text })),
            requestBody: { content: json(refer('Tree')) },
            responses: ok(refer('Tree')),
          },
        },
      },
      schemas({
        Tree: {
          type: 'object',
          properties: {
            children: { type: 'array', items: refer('Tree') },
            size: { type: 'integer', format: 'int64' },
            any: { type: 'object', additionalProperties: true },
            discriminator: text,
            default: text,
            example: text,
          },
        },
      }),
    ),
  },
];

/** Documents that cannot be compiled, with the reason that the command states. */
export const refused: readonly (readonly [name: string, document: JsonObject, reason: RegExp])[] = [
  ['one operationId twice', of({ '/a': get('same'), '/b': get('same') }), /operationId same: GET \/a and GET \/b/],
  [
    'two ids that become one name',
    of({ '/a': get('get-it', { tags: ['t'] }), '/b': get('get_it', { tags: ['t'] }) }),
    /get-it \(GET \/a\) and get_it \(GET \/b\) would both be client\.t\.getIt/,
  ],
  [
    'two schemas that become one type',
    of({}, schemas({ 'a-b': text, 'a.b': text })),
    /a-b and a\.b would both be the type AB/,
  ],
  [
    'a reference that leads nowhere',
    of({ '/a': get('a', { responses: ok({ $ref: '#/paths/~1gone/get' }) }) }),
    /#\/paths\/~1gone\/get|resolve/,
  ],
  [
    'a reference to a schema that is not there',
    of({ '/a': get('a', { responses: ok(refer('Gone')) }) }),
    /#\/components\/schemas\/Gone|resolve/,
  ],
  [
    'a pattern that is not a regular expression',
    of({ '/a': get('a', { responses: ok({ ...text, pattern: '(' }) }) }),
    /"\(" is not a regular expression of ECMA 262, at #\/paths\/~1a\/get\/responses\/200\/content/,
  ],
  [
    'a dynamic reference',
    of({}, schemas({ a: { $dynamicRef: '#a' } })),
    /\$dynamicRef is not supported; write \$ref, at #\/components\/schemas\/a\./,
  ],
  [
    'an anchor',
    of({}, schemas({ a: { items: { $ref: '#b' }, $defs: { b: { $anchor: 'b' } } } })),
    /The reference #b is not a JSON pointer into the document; write #\/…, at #\/components\/schemas\/a\/items/,
  ],
  [
    'Swagger 2.0',
    { swagger: '2.0', info: { title: 'Old', version: '1' }, paths: {} },
    /Swagger 2\.0\. Convert it to OpenAPI 3\.0 or 3\.1/,
  ],
  [
    'pages of an unknown kind',
    of({ '/a': get('a', { 'x-pagination': { by: 'chance' } }) }),
    /x-pagination of a needs by/,
  ],
];
