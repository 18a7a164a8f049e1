import { adminSamples, adminVariableOf, adminVariables } from './admin-samples.ts';
import { code, markdownTable } from '../site/markdown-table.ts';
import type { PageGroup, SitePage } from '../site/site-page.ts';
import type { AdminContract, OperationServer, Tag } from './admin-contract.ts';
import { contentsOf, operationText } from './operation-page.ts';
import { resolverOf } from './schema.ts';

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
