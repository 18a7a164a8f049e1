/** The types of a method of the client: its arguments, its data by status, and its refusals by status. */
import { camel } from '../../document/names.ts';
import { identifier } from '../../document/normalize.ts';
import type { OperationView } from '../../document/operation-view.ts';
import { isJson, type OperationRow } from './serialize.ts';

/** The statuses of success: those from 200 to 299, or else the one without a number. */
export function successes({ responses }: OperationView): string[] {
  const all = Object.keys(responses);
  const good = all.filter((status) => /^2(?:\d\d|XX)$/i.test(status));
  return good.length > 0 ? good : all.filter((status) => status === 'default');
}

const reserved = new Set(
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield body query options'.split(
    ' ',
  ),
);

export function argumentsOf(view: OperationView, row: OperationRow): string {
  const own = `operations[${JSON.stringify(view.operationId.replaceAll('#', '/'))}]`;
  const names = row.path.map((name) => identifier(camel(name)));
  const given = row.path.map((name, index) => {
    const word = names[index] ?? '';
    const clashes = reserved.has(word) || names.indexOf(word) < index;
    const isDeclared = view.parameters.some((each) => each.in === 'path' && each.name === name);
    return {
      name: clashes ? `${word}${index + 1}` : word,
      type: isDeclared ? `${own}['parameters']['path'][${JSON.stringify(name)}]` : 'string',
      isRequired: true,
    };
  });
  const isRequired = (place: string) => view.parameters.some((each) => each.in === place && each.required === true);
  const extra = (['header', 'cookie'] as const).flatMap((place) => {
    if (!view.parameters.some((each) => each.in === place)) return [];
    const type = `operations[${JSON.stringify(view.operationId.replaceAll('#', '/'))}]['parameters']['${place}']`;
    return [
      `readonly ${place}s${isRequired(place) ? '' : '?'}: ${place === 'header' ? `${type} & Readonly<Record<string, unknown>>` : type}`,
    ];
  });
  const hasHeaders = view.parameters.some((each) => each.in === 'header');
  const options =
    extra.length === 0
      ? 'CallOptions'
      : `${hasHeaders ? `Omit<CallOptions, 'headers'>` : 'CallOptions'} & { ${extra.join('; ')} }`;
  const all = [
    ...given,
    ...(row.body.length > 0
      ? [{ name: 'body', type: bodyType(view, row, own), isRequired: view.body?.required === true }]
      : []),
    ...(row.query
      ? [{ name: 'query', type: `NonNullable<${own}['parameters']['query']>`, isRequired: isRequired('query') }]
      : []),
    { name: 'options', type: options, isRequired: isRequired('header') || isRequired('cookie') },
  ];
  // TypeScript allows no required argument after an optional one.
  return all
    .map(({ name, type, isRequired: must }, index) => {
      const isFollowed = all.slice(index + 1).some((each) => each.isRequired);
      return must ? `${name}: ${type}` : isFollowed ? `${name}: ${type} | undefined` : `${name}?: ${type}`;
    })
    .join(', ');
}

function bodyType({ body }: OperationView, { body: types }: OperationRow, own: string): string {
  return types
    .map((type, index) => {
      const wire = `NonNullable<${own}['requestBody']>['content'][${JSON.stringify(type)}]`;
      const value = isJson(type)
        ? wire
        : /^multipart\/form-data/i.test(type)
          ? `${wire} | FormData`
          : /x-www-form-urlencoded/i.test(type)
            ? `${wire} | URLSearchParams`
            : /^text\//i.test(type) && !type.includes('*')
              ? 'string'
              : 'BinaryBody';
      const hasSchema = body?.content[type]?.schema !== undefined;
      const accepted = value === wire && !hasSchema ? 'unknown' : value;
      return index === 0 && !type.includes('*')
        ? accepted
        : `Content<${type.includes('*') ? rangeType(type) : JSON.stringify(type)}, ${accepted}>${index === 0 ? ` | ${accepted}` : ''}`;
    })
    .join(' | ');
}

function rangeType(type: string): string {
  return `\`${type.split(';')[0]?.replaceAll('*', '${string}') ?? ''}\``;
}

export function returned(view: OperationView, { paging }: OperationRow): string {
  const own = `operations[${JSON.stringify(view.operationId.replaceAll('#', '/'))}]`;
  const good = successes(view);
  const typeOf = (status: string) =>
    `${status === 'default' ? `'default'` : /^\d+$/.test(status) ? status : JSON.stringify(status)}: ${dataType(view, status, own)}`;
  const failures = Object.keys(view.responses).filter((status) => !good.includes(status));
  const data = good.length > 0 ? `{ ${good.map(typeOf).join('; ')} }` : '{ default: unknown }';
  const refused = failures.length > 0 ? `{ ${failures.map(typeOf).join('; ')} }` : '{}';
  if (!paging) return `Call<${data}, ${refused}>`;
  const page = dataType(view, good[0] ?? '', own, isJson);
  const list = paging.items === '' ? page : `NonNullable<${page}>[${JSON.stringify(paging.items)}]`;
  return `PagedCall<${data}, ${refused}, NonNullable<${list}>[number]>`;
}

/** The type of the data of a response, by its media types. */
function dataType(
  { responses }: OperationView,
  status: string,
  own: string,
  isRead: (type: string) => boolean = () => true,
): string {
  const all = Object.entries(responses[status]?.content ?? {}).filter(([type]) => isRead(type));
  const types = all.map(([type, { schema }]) => {
    const wire = `${own}['responses'][${/^\d+$/.test(status) ? status : JSON.stringify(status)}]['content'][${JSON.stringify(type)}]`;
    if (isJson(type) || /^(?:\*|application)\/\*/.test(type)) return schema === undefined ? 'unknown' : wire;
    if (/^text\/event-stream/i.test(type)) return 'EventStream';
    return /^text\/|[/+]xml\b|x-www-form-urlencoded|ndjson|jsonl|json-seq/i.test(type) ? 'string' : 'Blob';
  });
  return [...new Set(types)].join(' | ') || 'undefined';
}

export function key(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : JSON.stringify(name);
}
