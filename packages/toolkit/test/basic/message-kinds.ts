/** Documents whose requests or responses are of one kind that real documents have. */
import { get, json, list, of, ok, old, post, query, refer, schemas, text, type Kind } from './kind.ts';

const wide = { type: 'integer', format: 'int64' };

export const messageKinds: readonly Kind[] = [
  {
    name: 'media types with parameters, suffixes and ranges',
    document: of({
      '/t': { trace: { operationId: 't', responses: ok() }, get: { ...(post('g', json(text))['post'] as object) } },
      '/a': post(
        'a',
        { 'application/json; charset=utf-8': { schema: { type: 'object' } } },
        {
          responses: {
            200: {
              description: 'OK',
              content: { 'application/vnd.acme+json': { schema: { type: 'object', properties: { a: text } } } },
            },
          },
        },
      ),
      '/b': post('b', { 'image/*': {} }),
      '/c': post('c', { 'text/csv': { schema: text }, 'application/json': { schema: list } }),
    }),
    use: `import { content } from './client/index.ts';\nvoid (await client.a.a({})).a;\nvoid client.b.b(content('image/png', new Blob()));\nvoid client.c.c(['x']);\nvoid client.c.c(content('text/csv', 'x'));\n// @ts-expect-error no media type of the operation\nvoid client.c.c(content('text/html', 'x'));`,
  },
  {
    name: '2XX and default responses, several successes, none',
    document: of({
      '/a': get('a', {
        responses: {
          '2XX': { description: 'OK', content: json(text) },
          default: {
            description: 'No',
            content: json({ type: 'object', required: ['code'], properties: { code: { type: 'integer' } } }),
          },
        },
      }),
      '/b': get('b', {
        responses: {
          200: { description: 'OK', content: json({ type: 'object', properties: { x: text } }) },
          202: { description: 'Later' },
          404: { description: 'No', content: json(text) },
        },
      }),
      '/c': get('c', { responses: { 302: { description: 'There' } } }),
      '/d': get('d', { responses: { default: { description: 'All', content: json(text) } } }),
    }),
    use: `const b = await client.b.b().result();\nif (b.ok && b.status === 200) void b.data.x;\nif (b.ok && b.status === 202) b.data satisfies undefined;\nif (!b.ok && b.error.status === 404) b.error.body satisfies string;\n(await client.d.d()) satisfies string;`,
  },
  {
    name: 'binary, text and form bodies, and events',
    document: of({
      '/a': post('a', {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: ['file'],
            properties: { file: { ...text, format: 'binary' }, meta: { type: 'object', properties: { x: text } } },
          },
          encoding: { meta: { contentType: 'application/json' } },
        },
      }),
      '/b': post('b', {
        'application/x-www-form-urlencoded': { schema: { type: 'object', properties: { tags: list } } },
      }),
      '/c': post(
        'c',
        { 'application/octet-stream': {} },
        { responses: { 200: { description: 'OK', content: { 'image/png': {} } } } },
      ),
      '/d': post(
        'd',
        { 'text/plain': { schema: text } },
        { responses: { 200: { description: 'OK', content: { 'text/event-stream': { schema: text } } } } },
      ),
      '/e': post('e', { 'application/xml': {} }, { responses: { 204: { description: 'Empty' } } }),
    }),
    use: `void client.a.a({ file: new Blob(), meta: { x: '' } });\nvoid client.b.b({ tags: ['x'] });\n(await client.c.c(new Uint8Array())) satisfies Blob;\nfor await (const { data } of await client.d.d('')) data satisfies string;\n(await client.e.e('<a/>')) satisfies undefined;`,
  },
  {
    name: 'every style of parameter, headers, cookies and contents',
    document: of({
      '/a/{l}/{m}/{s}': get('a', {
        parameters: [
          { name: 'l', in: 'path', required: true, style: 'label', explode: true, schema: list },
          { name: 'm', in: 'path', required: true, style: 'matrix', schema: list },
          { name: 's', in: 'path', required: true, schema: list },
          query('f', { schema: list, explode: false }),
          query('sp', { schema: list, style: 'spaceDelimited', explode: false }),
          query('pi', { schema: list, style: 'pipeDelimited', explode: false }),
          query('deep', { schema: { type: 'object', properties: { x: text } }, style: 'deepObject', explode: true }),
          { name: 'filter', in: 'query', content: json({ type: 'object', properties: { y: text } }) },
          { name: 'X-Trace', in: 'header', required: true, schema: text },
          { name: 'Accept', in: 'header', required: true, schema: text },
          { name: 'session', in: 'cookie', schema: text },
        ],
      }),
    }),
    use: `void client.a.a(['1'], ['2'], ['3'], { deep: { x: '' }, filter: { y: '' } }, { headers: { 'X-Trace': '1' }, cookies: { session: 's' } });\n// @ts-expect-error a header is required\nvoid client.a.a(['1'], ['2'], ['3']);`,
  },
  ...(['string', 'bigint'] as const).map((int64) => ({
    name: `integers of 64 bits as ${int64}`,
    int64,
    document: old({
      '/a/{id}': post(
        'a',
        json({
          type: 'object',
          required: ['n'],
          properties: { n: { ...wide, nullable: true }, m: { type: 'integer' } },
        }),
        {
          parameters: [{ name: 'id', in: 'path', required: true, schema: wide }],
          responses: ok({ ...wide, enum: [1] }),
        },
      ),
    }),
    use:
      int64 === 'string'
        ? `(await client.a.a('1', { n: '1', m: 1 })) satisfies string;\nvoid client.a.a('1', { n: null });\n// @ts-expect-error a number is rounded\nvoid client.a.a('1', { n: 1 });`
        : `(await client.a.a(1n, { n: 1n, m: 1 })) satisfies bigint;\nvoid client.a.a(1n, { n: null });\n// @ts-expect-error a number is rounded\nvoid client.a.a(1n, { n: 1 });`,
  })),
  {
    name: 'parts that nothing reads',
    document: of(
      {
        '/a': post(
          'a',
          {
            ...json(refer('A')),
            'multipart/mixed': { schema: { type: 'object' } },
            'multipart/form-data': {
              schema: { type: 'object', properties: { f: text } },
              encoding: { f: { headers: { 'X-A': { schema: text } } } },
            },
          },
          { externalDocs: { url: 'http://127.0.0.1/docs' } },
        ),
      },
      {
        jsonSchemaDialect: 'http://json-schema.org/draft-07/schema#',
        servers: [{ url: '/v1' }],
        ...schemas({
          A: {
            type: 'object',
            xml: { name: 'a' },
            properties: {
              xml: text,
              image: { ...text, contentEncoding: 'base64' },
              phone: { ...text, format: 'phone' },
              fax: { ...text, format: 'fax' },
              mobile: { ...text, format: 'phone' },
            },
          },
        }),
      },
    ),
  },
  {
    name: 'bounds that no value reaches, formats that servers check, and headers of the transfer',
    document: of({
      '/a': post(
        'a',
        json({
          type: 'object',
          required: ['ids', 'name', 'bytes'],
          properties: {
            ids: { ...list, minItems: 1, maxItems: 2147483647 },
            name: { ...text, maxLength: 2147483647 },
            bytes: { ...text, format: 'byte' },
          },
        }),
        {
          responses: {
            201: {
              description: 'Made',
              headers: { 'Transfer-Encoding': { schema: text }, Shared: { schema: { type: 'boolean' } } },
              content: json({ type: 'object', properties: { id: text } }),
            },
            400: { description: 'No' },
          },
        },
      ),
      '/a/{id}': get('b', {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { ...text, format: 'uuid' } },
          query('since', { required: true, schema: { ...text, format: 'date-time' }, example: '2026-01-01' }),
        ],
      }),
    }),
  },
  {
    name: 'schemas that validators refuse',
    document: of(
      {
        '/a': post(
          'a',
          json({
            type: 'object',
            required: ['n', 'n', 'own'],
            properties: {
              n: { type: 'number', minimum: 0, exclusiveMinimum: true },
              e: { enum: ['x', 'x'] },
              u: { enum: ['x'], nullable: true },
              p: { ...text, pattern: '^[\\w-.]+$' },
              own: { allOf: [refer('B'), { readOnly: true }] },
              other: refer('C'),
            },
          }),
          { responses: { ...ok(), 400: { description: 'No' } } },
        ),
        '/b': post('b', json({ properties: { x: text } }), { responses: { ...ok(), 400: { description: 'No' } } }),
      },
      schemas({ B: { type: 'object', example: { $id: '1' } }, C: { type: 'object', example: { $id: '1' } } }),
    ),
    use: `void client.a.a({ n: 1 });`,
  },
];
