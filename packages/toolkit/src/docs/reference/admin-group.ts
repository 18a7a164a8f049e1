import { code, markdownTable } from '../site/markdown-table.ts';
import type { PageGroup, SitePage } from '../site/site-page.ts';
import { contentsOf, operationText, type Operation } from './operation-page.ts';
import { resolverOf } from './schema.ts';

interface Tag {
  readonly name: string;
  readonly description: string;
}

/** The parts of the bundled admin contract that this reads. */
export interface AdminContract {
  readonly info: { readonly description: string };
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

/** The reference of the admin contract: a page per tag, and a page for roles and errors. */
export function adminGroup(contract: AdminContract): PageGroup {
  const { info, tags, 'x-roles': roles, 'x-errors': errors } = contract;
  return {
    title: 'Admin API',
    summary: 'The operations for the people who run the service, on the admin port.',
    pages: [
      { path: 'admin/overview', markdown: overviewText({ info, roles, errors }) },
      ...tags.map((tag) => tagPage(contract, tag)),
    ],
  };
}

function tagPage(contract: AdminContract, { name, description }: Tag): SitePage {
  const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags[0] === name)
      .map(([method, operation]) =>
        operationText({
          method,
          path,
          operation,
          resolve: resolverOf(contract),
          requirements: [
            `Operation id: ${code(operation.operationId)}.`,
            roleText(operation['x-role']),
            ...(operation.servers ?? []).map(serverText),
          ],
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
function serverText({ url, description = '', variables = {} }: OperationServer): string {
  const address = url.replaceAll(/\{(\w+)\}/g, (whole, name: string) => variables[name]?.default ?? whole);
  return `Not on the admin port, but at ${code(address)}. ${description}`;
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
