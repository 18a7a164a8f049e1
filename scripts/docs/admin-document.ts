/** The admin contract for Redoc: with the role of each operation, and sections on roles and errors. */
import { code, markdownTable } from './markdown-table.ts';

interface Operation {
  readonly description: string;
  readonly 'x-role': string;
}

interface Tag {
  readonly name: string;
  readonly description: string;
  readonly 'x-displayName'?: string;
}

/** The parts of the bundled admin contract that this reads. */
export interface AdminContract {
  readonly tags: readonly Tag[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly 'x-roles': Readonly<Record<string, { readonly organization: boolean; readonly may: string }>>;
  readonly 'x-errors': Readonly<
    Record<string, { readonly status: number; readonly message: string; readonly action: string }>
  >;
}

/** Returns the document that Redoc renders. */
export function adminDocument(contract: AdminContract): object {
  const { tags, paths, 'x-roles': roles, 'x-errors': errors } = contract;
  const sections: readonly Tag[] = [
    { name: 'roles', 'x-displayName': 'Roles', description: roleSection(roles) },
    { name: 'errors', 'x-displayName': 'Errors', description: errorSection(errors) },
  ];
  return {
    ...contract,
    tags: [...tags, ...sections],
    'x-tagGroups': [
      { name: 'Operations', tags: tags.map(({ name }) => name) },
      { name: 'Callers', tags: sections.map(({ name }) => name) },
    ],
    paths: mapEntries(paths, (methods) => mapEntries(methods, withRole)),
  };
}

function withRole(operation: Operation): Operation {
  const { description, 'x-role': role } = operation;
  const needed = role === 'anyone' ? 'Anyone who reaches the port may call it.' : `The lowest role is ${code(role)}.`;
  return { ...operation, description: `${description}\n\n${needed}` };
}

function roleSection(roles: AdminContract['x-roles']): string {
  const rows = Object.entries(roles).map(([name, { organization, may }]) => {
    return [code(name), organization ? 'one organization' : 'all organizations', may];
  });
  return `
Each role may do everything that the roles before it may do. A member of an organization can name only this organization.
Any other one is not found.

${markdownTable(['Role', 'Of', 'May'], rows)}
`;
}

function errorSection(errors: AdminContract['x-errors']): string {
  const rows = Object.entries(errors).map(([name, { status, message, action }]) => {
    return [code(name), String(status), message, action];
  });
  return `
A refusal has \`error\`, a message for people, and \`error_code\`, the code for programs.

${markdownTable(['Code', 'Status', 'Message', 'What to do'], rows)}
`;
}

function mapEntries<T, R>(record: Readonly<Record<string, T>>, change: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
