import { type BundledContract, type ErrorEntry, isJsonObject } from '../../document/bundled-contract.ts';
import { code, inColumns, markdownTable } from '../site/markup.ts';
import type { PageGroup, SitePage } from '../site/site-page.ts';
import { operationPath } from './operation-page.ts';
import { resolverOf } from './field-table.ts';

/** The field of a code, in words. */
function fieldText(field: string): string {
  return field === 'error' || field === 'error_code' ? code(field) : `${code('error_code')} of a failed ${field}`;
}

/** The error catalogue: the form of a refusal, and every code with its fix. */
function errorSection(contract: BundledContract): string {
  const { 'x-errors': errors, 'x-limits': limits } = contract;
  const older = Object.entries(errors).filter(([, { stands_in }]) => stands_in.includes('error'));
  return `
A refusal is JSON. \`error\` is a message for people, \`error_code\` is the code for programs, and \`request_id\` finds the request
in the service's log. The codes ${older.map(([name]) => code(name)).join(', ')} are older: they are in \`error\`, too,
in place of the message. An \`invalid_request\` has up to ${limits.max_details} \`details\`, one for each invalid field. New codes may be
added: handle a code that you do not know by its status.

Each refusal has the header \`Link\` with \`rel="help"\`. It leads to the page of its code, and its \`title\` is the message.

## Every error code

Each code has a page with an example and a way to trigger it in the sandbox.

${markdownTable(
  ['Error code', 'HTTP status', 'Field with the code', 'Does a retry help?', 'What happened, and what to do'],
  Object.entries(errors).map(([name, entry]) => [
    `[${code(name)}](site:errors/${name})`,
    entry.status === undefined ? 'none' : String(entry.status),
    entry.stands_in.map(fieldText).join('; '),
    retryText(entry, contract),
    `${entry.message} ${entry.action}`,
  ]),
)}
`;
}

/** The advice about a retry, in words. */
function retryText({ retry, effect }: ErrorEntry, { 'x-limits': limits }: BundledContract): string {
  const retries = {
    never: 'no',
    backoff: 'yes, with backoff',
    retry_after: `yes, after the seconds in ${code(limits.headers.retry_after)}`,
  };
  return effect === 'unknown' ? `${retries[retry]}; the operation may have taken effect` : retries[retry];
}

/** The catalogue of errors, and a page per code, to which each refusal links. */
export function errorGroup(contract: BundledContract, guide: string | undefined): PageGroup {
  const { 'x-errors': errors } = contract;
  return {
    title: 'Errors',
    isOfApi: true,
    summary: 'Every error code: what happened, what to do, whether a retry helps, and how to trigger it.',
    pages: [{ path: 'errors', markdown: `# Error codes\n\n${errorSection(contract).trim()}\n` }],
    furtherPages: Object.entries(errors).map(([name, entry]) => errorPage(contract, { name, entry, guide })),
  };
}

/** A link to the page of a code. */
export function errorLink(name: string): string {
  return `[${code(name)}](site:errors/${name})`;
}

interface CatalogueRow {
  readonly name: string;
  readonly entry: ErrorEntry;
  /** The path of the guide about errors. */
  readonly guide: string | undefined;
}

const magicValues = ' The [sandbox](site:reference/sandbox) lists every magic value.';

function errorPage(contract: BundledContract, { name, entry, guide }: CatalogueRow): SitePage {
  const { status, stands_in, message, action, sandbox } = entry;
  const operations = operationsWith(contract, name);
  const example = exampleOf(contract, name) ?? failedExample(contract, name, entry);
  const facts = [
    [
      'HTTP status',
      status === undefined ? `none: the code appears on a failed ${stands_in.join(' or ')}` : String(status),
    ],
    ['Field with the code', stands_in.map(fieldText).join('; ')],
    ['Does a retry help?', retryText(entry, contract)],
  ];
  const text = [
    `# ${code(name)}`,
    message,
    `**What to do.** ${action}`,
    markdownTable(['Property', 'Value'], facts),
    ...(sandbox === undefined
      ? []
      : ['## Try it in the sandbox', sandbox + (contract['x-sandbox'] ? magicValues : '')]),
    ...(operations.length > 0 ? ['## Operations that return it', operations.join('\n')] : []),
    `[All error codes](site:errors)${guide === undefined ? '' : ` · [Guide: errors](site:${guide})`}`,
  ];
  const markdown = text.join('\n\n');
  const beside = `## Example\n\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``;
  return { path: `errors/${name}`, markdown: `${example === undefined ? markdown : inColumns(markdown, beside)}\n` };
}

/** A list of the operations that document the code. */
function operationsWith(contract: BundledContract, name: string): string[] {
  const resolve = resolverOf(contract);
  return Object.values(contract.paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ responses }) => Object.values(responses).some((each) => resolve(each)['x-error-codes']?.includes(name)))
    .map(({ operationId }) => `- [${operationId}](site:${operationPath(operationId)})`);
}

/** The body of a refusal with this code. Undefined if only failed resources have it. */
function exampleOf({ components, ...contract }: BundledContract, name: string): unknown {
  const shared = components.examples?.[name];
  if (shared) return shared.value;
  const resolve = resolverOf({ components, ...contract });
  return [...Object.values(components.responses), ...Object.values(contract['x-unrouted'] ?? {})]
    .flatMap((each) => Object.values(resolve(each).content ?? {}))
    .flatMap(({ examples = {} }) => (Object.hasOwn(examples, name) ? [examples[name]?.value] : []))
    .at(0);
}

/** The example of a failed resource, with this code in it. */
function failedExample({ paths }: BundledContract, name: string, { stands_in, message }: ErrorEntry): unknown {
  const examples = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.values(responses))
    .flatMap(({ content = {} }) => Object.values(content))
    .flatMap((body) => Object.values(body.examples ?? {}).map(({ value }) => value));
  const failed = examples
    .filter(isJsonObject)
    .find(({ object, error_code }) => error_code !== undefined && stands_in.includes(String(object)));
  return failed && { ...failed, error_code: name, error_message: message };
}
