/** Reads cells.yaml, the list of the databases of a service with several. A secret is never in the file itself. */
import { isDatabaseUrl } from '@booking-service/kernel/store';
import type { PostgresCell } from '../store/postgres/postgres-cells.ts';
import type { NamedFile } from './settings/effective-settings.ts';
import { openCheckedYaml } from './suppliers/checked-yaml.ts';
import { secretSchema } from './suppliers/integration-type.ts';

const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['cells'],
  description: 'a list of cells below the key cells',
  properties: {
    cells: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      description: 'a list of 1 to 100 cells',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['name', 'number', 'database'],
        description: 'an object with a name, a number and a database',
        properties: {
          name: {
            type: 'string',
            pattern: '^[a-z0-9-]{1,40}$',
            description: 'a text of 1 to 40 characters of a-z, 0-9 and -',
          },
          number: { type: 'integer', minimum: 1, maximum: 999, description: 'a whole number from 1 to 999' },
          database: secretSchema,
          new_organizations: { type: 'boolean', description: 'true or false' },
        },
      },
    },
  },
};

interface CellText {
  readonly name: string;
  readonly number: number;
  readonly database: string;
  readonly new_organizations?: boolean;
}

/** Returns the cells in the order of the file. Throws a StartError with the line of the first fault. */
export function readCells({ file, environment = {}, warn = () => undefined }: NamedFile): PostgresCell[] {
  const yaml = openCheckedYaml(file, { environment, warn, flag: '--cells' });
  yaml.check(yaml.value, schema, []);
  // Matches the schema.
  const { cells } = yaml.value as { readonly cells: readonly object[] };
  const read = cells.map((cell, index): PostgresCell => {
    const at = ['cells', index];
    // The reference to a variable has become its value.
    const { name, number, database: url, new_organizations } = yaml.fieldsAt(cell, at).fields as unknown as CellText;
    if (!isDatabaseUrl(url))
      throw yaml.refuse(
        [...at, 'database'],
        'the variable of database must be a URL of the form postgres://USER@HOST/NAME',
      );
    return { name, number, url, accepts_new: new_organizations };
  });
  read.forEach(({ name, number }, index) => {
    const [byName, byNumber] = [
      read.findIndex((other) => other.name === name),
      read.findIndex((other) => other.number === number),
    ];
    for (const [field, earlier] of [
      ['name', byName],
      ['number', byNumber],
    ] as const) {
      if (earlier === index) continue;
      const line = yaml.lineOf(['cells', earlier]);
      throw yaml.refuse(['cells', index, field], `its ${field} is that of the cell in line ${line}, too`);
    }
  });
  return read;
}
