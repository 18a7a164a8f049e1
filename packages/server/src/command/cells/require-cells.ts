import type { PostgresCell } from '../../store/postgres/postgres-cells.ts';
import type { Settings } from '../settings/effective-settings.ts';
import { environmentVariable } from '../settings/environment-variable.ts';
import { StartError } from '../start-error.ts';

/** Returns the cells of the service. Refuses a service with one database. */
export async function requireCells({ cells }: Pick<Settings, 'cells'>): Promise<readonly PostgresCell[]> {
  if (cells === undefined)
    throw new StartError(
      `This command needs a service with several databases. Name their list with --cells FILE, or in ${environmentVariable('cells')} (docs/operate/cells.md).`,
      { exitCode: 2 },
    );
  const { readCells } = await import('../cells-file.ts');
  return readCells(cells);
}

/** Returns the cell with this name. */
export function requireNamed(cells: readonly PostgresCell[], name: string): PostgresCell {
  const cell = cells.find((each) => each.name === name);
  if (cell) return cell;
  throw new StartError(
    `No cell has the name ${name}. Use a name of the file of cells: ${cells.map((each) => each.name).join(', ')}.`,
  );
}
