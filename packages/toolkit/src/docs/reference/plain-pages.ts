/** The pages of a document without blocks: its operations by tag, its webhooks, its schemas and its credentials. */
import { withBlocks } from '../../document/bundle.ts';
import { type BundledContract, isJsonObject, type JsonObject } from '../../document/bundled-contract.ts';
import { kebab } from '../../document/names.ts';
import { entriesOf, follow, identifier, listOf, pointerKeys, routesOf } from '../../document/normalize.ts';
import { type MediaView, type OperationView, operationViews, viewOf } from '../../document/operation-view.ts';
import { code, markdownTable } from '../site/markup.ts';
import type { PageGroup, SitePage } from '../site/site-page.ts';
import { describe, resolverOf, typeText } from './field-table.ts';

/** With more operations, the navigation lists tags only. */
const mostListed = 60;
/** An object within an object within a body is the last that unfolds in its table. A schema with a name has its own page. */
const deepest = 3;

/** Returns the groups of a normalized document. */
export function plainGroups(document: JsonObject): PageGroup[] {
  const views = operationViews(document);
  const place = uniquePlaces();
  const hooks = routesOf({ ...document, paths: document['webhooks'] }).map((route) => viewOf(document, route));
  const schemas = entriesOf(isJsonObject(document['components']) ? document['components']['schemas'] : {});
  const places = new Map(schemas.map(([name]) => [name, place('schemas', name)]));
  const write = (view: OperationView, folder: string) => {
    return { path: place(folder, view.operationId || view.path), markdown: operationText(document, view, places) };
  };
  const pages = views.map((view) => ({ view, page: write(view, 'operations') }));
  const tags = [...Map.groupBy(pages, ({ view }) => view.tag)].map(([tag, own]) => ({
    tag,
    own,
    page: tagPage(document, tag, own),
  }));
  const isLong = pages.length > mostListed;
  const listed = isLong
    ? tags.map(({ page, tag }) => ({ ...page, path: place('tags', tag) }))
    : pages.map(({ page }) => page);
  const groups: (PageGroup | undefined)[] = [
    listed.length > 0
      ? {
          title: 'Operations',
          summary: 'Every operation of the API.',
          pages: listed,
          furtherPages: isLong ? pages.map(({ page }) => page) : [],
        }
      : undefined,
    hooks.length > 0
      ? {
          title: 'Webhooks',
          summary: 'The requests that the service sends.',
          pages: hooks.map((view) =>
            write({ ...view, route: `${view.method.toUpperCase()} to your address for ${view.path}` }, 'webhooks'),
          ),
        }
      : undefined,
    {
      title: 'Reference',
      summary: 'The servers, the credentials and the schemas.',
      pages: [
        { path: 'reference/access', markdown: accessText(document) },
        {
          path: 'reference/schemas',
          markdown: `# Schemas\n\n${schemas.map(([name]) => `- [${name}](site:${places.get(name)})`).join('\n') || 'The document names no schema.'}\n`,
        },
      ],
      furtherPages: schemas.map(([name, schema]) => ({
        path: places.get(name) ?? name,
        markdown: `# ${code(name)}\n\n${describe(schema)}\n\n${fieldsText(document, schema, places)}\n`,
      })),
    },
  ];
  return groups.filter((group) => group !== undefined);
}

/** Names of files that differ in more than their case. */
function uniquePlaces(): (folder: string, name: string) => string {
  const used = new Set<string>();
  return (folder, name) => {
    const base = `${folder}/${kebab(identifier(name)).replaceAll(/[^a-z0-9-]/g, '-')}`;
    const found =
      [base, ...Array.from({ length: used.size + 1 }, (_, index) => `${base}-${index + 2}`)].find(
        (each) => !used.has(each),
      ) ?? base;
    used.add(found);
    return found;
  };
}

function tagPage(
  document: JsonObject,
  tag: string,
  own: readonly { readonly view: OperationView; readonly page: SitePage }[],
): SitePage {
  const stated = listOf(document['tags']).find((each) => isJsonObject(each) && each['name'] === tag);
  const rows = own.map(({ view, page }) => [`[${titleOf(view)}](site:${page.path})`, code(view.route)]);
  return {
    path: tag,
    markdown: `# ${tag}\n\n${describe(stated)}\n\n${markdownTable(['Operation', 'Route'], rows)}\n`,
  };
}

function titleOf({ summary, operationId, path }: OperationView): string {
  return (summary || operationId || path).replaceAll(/[[\]\n]/g, ' ').trim();
}

function operationText(document: JsonObject, view: OperationView, places: ReadonlyMap<string, string>): string {
  const { description, deprecation, parameters, body, responses, security, servers, callbacks, operationId } = view;
  const parts = [
    `# ${titleOf(view)}`,
    `\`\`\`http\n${view.route}\n\`\`\``,
    deprecation === '' ? '' : `**Deprecated.** ${deprecation}`,
    description,
    [
      ...(operationId === '' ? [] : [`- Operation id: ${code(operationId)}.`]),
      `- ${security.length === 0 ? 'Needs no credentials.' : `Needs ${security.map((all) => all.map(code).join(' and ') || 'nothing').join(', or ')}: [credentials](site:reference/access).`}`,
      ...listOf(servers).map((server) => `- Served at ${code(isJsonObject(server) ? String(server['url']) : '')}.`),
    ].join('\n'),
    ...(parameters.length > 0
      ? [
          '## Parameters',
          markdownTable(
            ['Name', 'Sent in', 'Type', 'Meaning'],
            parameters.map((each) => [
              code(each.name),
              each.required === true ? each.in : `${each.in}, optional`,
              typeOf(
                document,
                each['schema'] ?? Object.values((each['content'] ?? {}) as Record<string, MediaView>)[0]?.schema,
                places,
              ),
              describe(each),
            ]),
          ),
        ]
      : []),
    ...(body ? ['## Request body', body.description ?? '', ...contentText(body.content)] : []),
    ...Object.entries(responses).flatMap(
      ([status, { description: meaning = '', content = {}, headers = {}, links = {} }]) => [
        `## Response ${status}`,
        meaning,
        ...contentText(content),
        Object.keys(headers).length > 0
          ? markdownTable(
              ['Header', 'Meaning'],
              Object.entries(headers).map(([name, header]) => [code(name), describe(follow(header, document))]),
            )
          : '',
        ...Object.entries(links).map(
          ([name, link]) => `The link ${code(name)} leads to ${code(linkTarget(follow(link, document)))}.`,
        ),
      ],
    ),
    ...Object.entries(callbacks).flatMap(([name, callback]) =>
      routesOf({ ...document, paths: callback }).flatMap((route) => {
        const called = viewOf(document, route);
        return [
          `## Callback ${code(name)}`,
          `\`\`\`http\n${called.route}\n\`\`\``,
          called.description,
          ...(called.body ? contentText(called.body.content) : []),
        ];
      }),
    ),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;

  function contentText(content: Readonly<Record<string, MediaView>>): string[] {
    return Object.entries(content).flatMap(([type, { schema, example, examples = {} }]) => {
      const given = Object.entries(examples).map(([name, each]) => ({
        name,
        value: (follow(each, document) as JsonObject | undefined)?.['value'],
      }));
      const all = example === undefined ? given : [{ name: 'Example', value: example }];
      return [
        `${code(type)}:`,
        schema === undefined ? 'Any value.' : fieldsText(document, schema, places),
        ...all
          .filter(({ value }) => value !== undefined)
          .map(
            ({ name, value }) =>
              `${name}:\n\n\`\`\`\`\`${typeof value === 'string' ? 'txt' : 'json'}\n${typeof value === 'string' ? value.trimEnd() : JSON.stringify(value, null, 2)}\n\`\`\`\`\``,
          ),
      ];
    });
  }
}

function linkTarget(link: unknown): string {
  const { operationId, operationRef } = isJsonObject(link) ? link : {};
  return [operationId, operationRef].find((each) => typeof each === 'string') ?? '';
}

/** The fields of a schema, or its type. */
function fieldsText(document: JsonObject, schema: unknown, places: ReadonlyMap<string, string>): string {
  const rows = rowsOf(schema, '', 0);
  return rows.length > 0 ? markdownTable(['Field', 'Type', 'Meaning'], rows) : `${typeOf(document, schema, places)}.`;

  function rowsOf(value: unknown, prefix: string, depth: number): string[][] {
    if (!isJsonObject(value) || '$ref' in value || depth >= deepest) return [];
    const required = listOf(value['required']);
    const base = listOf(value['allOf']).flatMap((part) =>
      isJsonObject(part) && '$ref' in part
        ? [[`${prefix}…`, typeOf(document, part, places), 'Has all of its fields.']]
        : rowsOf(part, prefix, depth),
    );
    const items =
      isJsonObject(value['items']) && depth > 0 ? rowsOf(value['items'], `${prefix.replace(/\.$/, '')}[].`, depth) : [];
    const own = entriesOf(value['properties']).flatMap(([name, field]) => [
      [
        `${code(prefix + name)}${required.includes(name) ? '' : ' optional'}`,
        typeOf(document, field, places),
        describe(field),
      ],
      ...rowsOf(field, `${prefix}${name}.`, depth + 1),
    ]);
    return [...base, ...own, ...items];
  }
}

/** The type of a value. That of a schema with a name is a link to its page. */
function typeOf(document: JsonObject, schema: unknown, places: ReadonlyMap<string, string>): string {
  if (!isJsonObject(schema)) return schema === false ? 'no value' : 'any value';
  const { $ref: reference, items, oneOf, anyOf, allOf } = schema;
  if (typeof reference === 'string') {
    const name = pointerKeys(reference).at(-1) ?? '';
    return places.has(name) ? `[${name.replaceAll(/[[\]]/g, '')}](site:${places.get(name)})` : code(name);
  }
  if (isJsonObject(items)) return `list of ${typeOf(document, items, places)}`;
  const forms = [...listOf(oneOf), ...listOf(anyOf)].map((each) => typeOf(document, each, places));
  if (forms.length > 0) return [...new Set(forms)].join(' or ');
  const parts = listOf(allOf).map((each) => typeOf(document, each, places));
  if (parts.length > 0 && schema['properties'] === undefined) return [...new Set(parts)].join(' with ');
  // The reference shows what it reads of a schema, and nothing of what it does not.
  return typeText(schema, resolverOf(document)) || 'any value';
}

function accessText(document: JsonObject): string {
  const schemes = entriesOf(isJsonObject(document['components']) ? document['components']['securitySchemes'] : {});
  const servers = listOf(document['servers']).filter(isJsonObject);
  const rows = schemes.map(([name, given]) => {
    const scheme = follow(given, document) as JsonObject;
    const scopes = entriesOf(scheme['flows']).flatMap(([flow, each]) => [
      `${flow}: ${
        entriesOf(isJsonObject(each) ? each['scopes'] : {})
          .map(([scope]) => code(scope))
          .join(', ') || 'no scopes'
      }`,
    ]);
    const form = [scheme['scheme'], scheme['in'], scheme['name']].filter((each) => typeof each === 'string').join(' ');
    return [
      code(name),
      `${String(scheme['type'])} ${form}`.trim(),
      [describe(scheme), ...scopes].filter((each) => each !== '').join(' '),
    ];
  });
  const variables = servers.flatMap((server) =>
    entriesOf(server['variables']).map(([name, each]) => {
      const { default: usual, enum: values } = isJsonObject(each) ? each : {};
      return [
        code(name),
        code(String(usual)),
        listOf(values)
          .map((value) => code(String(value)))
          .join(', '),
        describe(each),
      ];
    }),
  );
  return [
    '# Servers and credentials',
    servers.length > 0
      ? markdownTable(
          ['Server', 'Meaning'],
          servers.map((server) => [code(String(server['url'])), describe(server)]),
        )
      : 'The document has no server.',
    variables.length > 0 ? markdownTable(['Variable', 'Default', 'Values', 'Meaning'], variables) : '',
    rows.length > 0 ? markdownTable(['Scheme', 'Form', 'Meaning'], rows) : 'No operation needs credentials.',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The form of a document that the files of a site read: each operation has one tag of the document, and what it refers to. */
export function siteContract(document: JsonObject): BundledContract {
  const views = operationViews(document);
  const paths = Object.groupBy(views, ({ path }) => path);
  const operations = Object.entries(paths).map(([path, own = []]) => [
    path,
    Object.fromEntries(
      own.map(({ method, operationId, tag, summary, description, parameters, body, responses }) => [
        method,
        {
          operationId,
          tags: [tag],
          summary: summary || operationId,
          description,
          parameters,
          requestBody: body,
          responses,
        },
      ]),
    ),
  ]);
  const tags = [...new Set(views.map(({ tag }) => tag))].map((name) => ({
    name,
    description: describe(listOf(document['tags']).find((each) => isJsonObject(each) && each['name'] === name)),
  }));
  const info = { description: '', ...(document['info'] as JsonObject) };
  return withBlocks({ ...document, info, tags, paths: Object.fromEntries(operations) });
}
