import { contentsOf, type Operation, operationText } from './operation-page.ts';
import type { CodeSample } from '../../document/bundled-contract.ts';
import { literal, sample } from '../../generate/samples/code-samples.ts';
import { curlSample, type SampleRequest, type SampleVariables } from '../../generate/samples/sample-request.ts';
import { goSample } from '../../generate/samples/go-samples.ts';
import { pythonSample } from '../../generate/samples/python-samples.ts';
import { resolverOf } from './field-table.ts';
import { code, markdownTable } from '../site/markup.ts';
import type { PageGroup, SitePage } from '../site/site-page.ts';

interface Tag {
  readonly name: string;
  readonly description: string;
}

/** The parts of the bundled admin contract that this reads. */
export interface AdminContract {
  readonly info: { readonly description: string };
  readonly servers: readonly OperationServer[];
  readonly tags: readonly Tag[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, AdminOperation>>>>;
  readonly 'x-roles': Readonly<Record<string, Role>>;
  readonly 'x-errors': Readonly<
    Record<string, { readonly status: number; readonly message: string; readonly action: string }>
  >;
}

interface AdminOperation extends Operation {
  readonly 'x-role': string;
  readonly servers?: readonly OperationServer[];
}

interface OperationServer {
  readonly url: string;
  readonly description?: string;
  readonly variables?: Readonly<Record<string, { readonly default: string }>>;
}

interface Role {
  readonly organization: boolean;
  readonly includes: readonly string[];
  readonly may: string;
}

// The samples of the operations of an admin contract: a request by curl, by fetch, in Python and in Go, with the contract's first example.

/** The variables of the samples, for a product whose own ones begin with this. */
export function adminVariables(prefix: string): SampleVariables {
  return { url: `${prefix}_ADMIN_URL`, key: `${prefix}_ADMIN_TOKEN` };
}

/** Returns the samples by operationId. An operation with servers of its own, which is for browsers, has none. */
export function adminSamples(contract: AdminContract, prefix: string): Map<string, readonly CodeSample[]> {
  const variables = adminVariables(prefix);
  return new Map(
    Object.entries(contract.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { servers }]) => servers === undefined)
        .map(([method, operation]) => {
          const request = requestOf(contract, { method, path, operation });
          return [
            operation.operationId,
            [
              sample('curl', curlSample(request, variables)),
              sample('TypeScript', fetchSample(request, variables)),
              sample('Python', pythonSample(request, variables)),
              sample('Go', goSample(request, variables)),
            ],
          ] as const;
        }),
    ),
  );
}

/** The environment variable of a parameter of the path. */
export function adminVariableOf(parameter: string): string {
  return parameter.toUpperCase();
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: AdminOperation;
}

/** The request has the required parameters of the query, and `id`, by which a search finds one object. */
function requestOf(contract: AdminContract, { method, path, operation }: Call): SampleRequest {
  const resolve = resolverOf(contract);
  const query = (operation.parameters ?? [])
    .map(resolve)
    .filter((each) => each.in === 'query' && (each.required || each.name === 'id'))
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`)
    .join('&');
  const parts = path.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part : adminVariableOf(part)));
  const { content } = operation.requestBody ? resolve(operation.requestBody) : {};
  const [example] = Object.values(content?.['application/json']?.examples ?? {});
  return {
    verb: method.toUpperCase(),
    url: query === '' ? parts : [...parts.slice(0, -1), `${parts.at(-1)}?${query}`],
    headers: {},
    body: example && resolve(example).value,
  };
}

/** A request by fetch. */
function fetchSample({ verb, url, body }: SampleRequest, variables: SampleVariables): string {
  const read = [variables.url, variables.key, ...url.filter((_, index) => index % 2 === 1)].join(', ');
  const address = url.map((part, index) => (index % 2 === 0 ? part : `\${${part}}`)).join('');
  const type = body === undefined ? '' : `, 'Content-Type': 'application/json'`;
  return [
    `const { ${read} } = process.env;\n\n`,
    `const response = await fetch(\`\${${variables.url}}${address}\`, {\n`,
    ...(verb === 'GET' ? [] : [`  method: '${verb}',\n`]),
    `  headers: { Authorization: \`Bearer \${${variables.key}}\`${type} },\n`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${literal(body)}),\n`]),
    `});\nconsole.log(response.status, await response.text());\n`,
  ].join('');
}

/**
 * The reference of the admin contract: a page per tag, and a page for roles and errors. `prefix` is the start of the environment
 * variables of the samples.
 */
export function adminGroup(contract: AdminContract, { prefix }: { readonly prefix: string }): PageGroup {
  const { info, tags, 'x-roles': roles, 'x-errors': errors } = contract;
  const samples = adminSamples(contract, prefix);
  return {
    title: 'Admin API',
    summary: 'The operations for the people who run the service, on the admin port.',
    pages: [
      { path: 'admin/overview', markdown: overviewText({ info, roles, errors }) },
      ...tags.map((tag) => tagPage({ contract, samples, prefix }, tag)),
    ],
  };
}

interface Sampled {
  readonly contract: AdminContract;
  readonly samples: ReturnType<typeof adminSamples>;
  readonly prefix: string;
}

function tagPage({ contract, samples, prefix }: Sampled, { name, description }: Tag): SitePage {
  const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags[0] === name)
      .map(([method, operation]) =>
        operationText({
          method,
          path,
          operation: { ...operation, 'x-codeSamples': samples.get(operation.operationId) ?? [] },
          resolve: resolverOf(contract),
          requirements: [
            `Operation id: ${code(operation.operationId)}.`,
            roleText(operation['x-role']),
            ...(operation.servers ?? []).map(serverText),
          ],
          beforeSamples: variablesText(contract, { path, prefix }),
          describeError: (each) => {
            const entry = contract['x-errors'][each];
            return entry && [code(each), entry.message, entry.action];
          },
          level: 2,
        }),
      ),
  );
  const title = `Admin: ${name}`;
  return {
    path: `admin/${name}`,
    markdown: [`# ${title}`, description, contentsOf(operations), ...operations].join('\n\n'),
  };
}

/** An operation with servers of its own is not on the admin port. */
function serverText(server: OperationServer): string {
  return `Not on the admin port, but at ${code(addressOf(server))}. ${server.description ?? ''}`;
}

function addressOf({ url, variables = {} }: OperationServer): string {
  return url.replaceAll(/\{(\w+)\}/g, (whole, name: string) => variables[name]?.default ?? whole);
}

function variablesText(contract: AdminContract, { path, prefix }: { path: string; prefix: string }): string {
  const { url, key } = adminVariables(prefix);
  const [address = ''] = contract.servers.map(addressOf);
  const more = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => code(adminVariableOf(name)));
  const set = `Set ${code(`${url}=${address}`)}, and ${code(key)} to an access token. A sandbox needs none: leave the header out.`;
  return more.length > 0 ? `${set} Also set ${more.join(' and ')}.` : set;
}

function roleText(role: string): string {
  return role === 'anyone' ? 'Anyone who reaches the port may call it.' : `The lowest role is ${code(role)}.`;
}

function overviewText({
  info,
  roles,
  errors,
}: {
  readonly info: AdminContract['info'];
  readonly roles: AdminContract['x-roles'];
  readonly errors: AdminContract['x-errors'];
}): string {
  return `# Admin API

${info.description}

The contract as OpenAPI 3.1: [admin.yaml](file:admin.yaml).

## Roles

A role may also do what the roles that it includes may do. A member of an organization can name only this organization.
Any other one is not found.

${markdownTable(
  ['Role', 'Applies to', 'What it may do', 'Includes'],
  Object.entries(roles).map(([name, { organization, may, includes }]) => {
    return [code(name), organization ? 'one organization' : 'all organizations', may, includes.map(code).join(', ')];
  }),
)}

## Errors

A refusal has \`error\`, a message for people, and \`error_code\`, the code for programs.

${markdownTable(
  ['Error code', 'HTTP status', 'Message', 'What to do'],
  Object.entries(errors).map(([name, { status, message, action }]) => [code(name), String(status), message, action]),
)}
`;
}
