/** One operation of a contract as Markdown: its requirements, its fields, its samples, its responses and its errors. */
import { code, consoleMark, inColumns, markdownTable } from '../site/markup.ts';
import { toAnchor } from '../site/markdown-to-html.ts';
import { describe, fieldTable, type Resolve, type Schema, typeText } from './field-table.ts';

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Response>>;
  readonly 'x-codeSamples'?: readonly { readonly label: string; readonly source: string }[];
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

interface Body {
  readonly description?: string;
  readonly content?: Readonly<Record<string, MediaType>>;
}

interface MediaType {
  readonly schema?: Schema;
  readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value: unknown }>>;
}

interface Response extends Body {
  readonly headers?: Readonly<Record<string, { readonly description?: string; readonly required?: boolean }>>;
  readonly 'x-error-codes'?: readonly string[];
}

interface OperationText {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  readonly resolve: Resolve;
  /** Facts in front of the fields, such as the required scope. */
  readonly requirements: readonly string[];
  /** A sentence before the code samples. */
  readonly beforeSamples?: string;
  /** Returns the cells of an error code: a link to its page, its meaning and the fix. */
  readonly describeError: (code: string) => readonly [shown: string, meaning: string, fix: string] | undefined;
  /** The level of the operation's heading. */
  readonly level: 1 | 2;
  /** True if the service that serves the page has the operation, so that the page can send it. */
  readonly isServed?: boolean;
}

/** The operation, from its heading on. */
export function operationText(given: OperationText): string {
  const { method, path, operation, resolve, requirements, beforeSamples, level } = given;
  const mark = '#'.repeat(level + 1);
  const parameters = (operation.parameters ?? []).map(resolve);
  const responses = Object.entries(operation.responses).map(([status, each]) => ({ status, ...resolve(each) }));
  // 201, the response to a first request, goes before the response to a repeated one.
  const successes = responses.filter(({ status }) => status < '4').toReversed();
  const body = operation.requestBody && resolve(operation.requestBody);
  const samples = operation['x-codeSamples'] ?? [];
  const errors = responses.filter(({ status }) => status >= '4');
  const text = [
    `${'#'.repeat(level)} ${operation.summary}`,
    `\`\`\`http\n${method.toUpperCase()} ${path}\n\`\`\``,
    describe(operation, '\n\n'),
    requirements.map((each) => `- ${each}`).join('\n'),
    ...(parameters.length > 0 ? [`${mark} Parameters`, parameterTable(parameters, resolve)] : []),
    ...(body ? [`${mark} Request body`, body.description ?? '', fieldsOf(body, resolve)] : []),
    ...successes.flatMap((each, index) => responseParts(each, successes.slice(0, index))),
    ...errorParts(),
    ...headerParts(responses),
  ];
  const requests = [...samples.map(sampleText), ...bodyExamples()];
  const examples = [...successes, ...errors].flatMap(({ status, ...each }) =>
    examplesOf(each, { label: status, resolve }),
  );
  const beside = [
    ...(requests.length > 0 ? [`${mark} Request`, beforeSamples ?? '', requests.join('\n\n')] : []),
    given.isServed ? consoleMark(operation.operationId) : '',
    ...(examples.length > 0 ? [`${mark} Response`, examples.join('\n\n')] : []),
  ];
  return `${beside.some((part) => part !== '') ? inColumns(joined(text), joined(beside)) : joined(text)}\n`;

  /** The samples show the first example of the body. */
  function bodyExamples(): string[] {
    const all = body ? examplesOf(body, { label: 'Body', resolve }) : [];
    return samples.length > 0 && all.length < 2 ? [] : all;
  }

  function responseParts(response: Response & { readonly status: string }, before: readonly Response[]): string[] {
    const same = before.some((each) => schemaOf(each) !== undefined && schemaOf(each) === schemaOf(response));
    const fields = same ? 'The fields are those of the response above.' : fieldsOf(response, resolve);
    return [`${mark} Response ${response.status}`, response.description ?? '', fields];
  }

  function errorParts(): string[] {
    if (errors.length === 0) return [];
    const rows = errors.flatMap(({ status, description = '', ...response }) => {
      const codes = response['x-error-codes'] ?? Object.keys(mediaTypeOf(response)?.examples ?? {});
      const known = codes.map((each) => ({ each, cells: given.describeError(each) }));
      if (known.length === 0) return [[status, '', description, '']];
      return known.map(({ each, cells }) => [status, ...(cells ?? [code(each), description, ''])]);
    });
    return [`${mark} Errors`, markdownTable(['HTTP status', 'Error code', 'What happened', 'What to do'], rows)];
  }

  function headerParts(all: readonly (Response & { readonly status: string })[]): string[] {
    const headers = new Map<string, { description: string; statuses: string[] }>();
    for (const { status, headers: own = {} } of all) {
      for (const [name, header] of Object.entries(own)) {
        const { description = '' } = resolve(header);
        const known = headers.get(name);
        if (known) known.statuses.push(status);
        else headers.set(name, { description, statuses: [status] });
      }
    }
    if (headers.size === 0) return [];
    const rows = [...headers].map(([name, { description, statuses }]) => {
      return [code(name), statuses.length === all.length ? 'every response' : statuses.join(', '), description];
    });
    return [`${mark} Response headers`, markdownTable(['Header', 'HTTP statuses that have it', 'Meaning'], rows)];
  }
}

/** Links to the operations of a page. Their columns leave no room for a list of headings beside them. */
export function contentsOf(operations: readonly string[]): string {
  const titles = operations.flatMap((each) => /^## (.+)$/m.exec(each)?.[1] ?? []);
  return titles.map((title) => `- [${title}](#${toAnchor(title)})`).join('\n');
}

function parameterTable(parameters: readonly Parameter[], resolve: Resolve): string {
  return markdownTable(
    ['Name', 'Sent in', 'Type', 'Meaning'],
    parameters.map((each) => {
      const { name, in: place, required, schema } = each;
      return [code(name), required ? place : `${place}, optional`, typeText(resolve(schema), resolve), describe(each)];
    }),
  );
}

function fieldsOf(body: Body, resolve: Resolve): string {
  const { schema } = mediaTypeOf(body) ?? {};
  return schema ? fieldTable(schema, resolve) : '';
}

/** The examples of a body, as blocks of one tab. */
function examplesOf(body: Body, { label, resolve }: { readonly label: string; readonly resolve: Resolve }): string[] {
  const { examples = {} } = mediaTypeOf(body) ?? {};
  return Object.entries(examples).map(([name, example]) => {
    const { summary = name, value } = resolve(example);
    const isText = typeof value === 'string';
    return `\`\`\`${isText ? 'txt' : 'json'} [${label}] ${summary}\n${isText ? value.trimEnd() : JSON.stringify(value, null, 2)}\n\`\`\``;
  });
}

const fenceLanguages: Readonly<Record<string, string>> = { curl: 'sh', TypeScript: 'ts', Python: 'python', Go: 'go' };

/** A sample as a block of its own tab. */
export function sampleText({ label, source }: { readonly label: string; readonly source: string }): string {
  return `\`\`\`${fenceLanguages[label] ?? 'txt'} [${label}]\n${source.trimEnd()}\n\`\`\``;
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

function schemaOf(body: Body): string | undefined {
  return mediaTypeOf(body)?.schema?.$ref;
}

function mediaTypeOf({ content = {} }: Body): MediaType | undefined {
  return Object.values(content)[0];
}

/** The page of an operation of the public contract: `operations/create-loan`. */
export function operationPath(operationId: string): string {
  return `operations/${operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
