/** A service on several databases, between which a test moves its organizations. */
import type { MoveOptions } from '../../../src/store/moves/move-organization.ts';
import { makePostgresDatabase, type PostgresDatabase } from '../../support/engines.ts';
import { listCells, openCellService, type CellName, type CellService } from '../cells/open-cells.ts';

export interface OpenMoves extends AsyncDisposable {
  readonly service: CellService;
  readonly databases: readonly PostgresDatabase[];
  /** Returns the options of a move of the organization that was created in the cell `of`. The rows are deleted at once. */
  readonly between: (
    from: CellName,
    to: CellName,
    of?: CellName,
  ) => Pick<MoveOptions, 'organization_id' | 'source' | 'target' | 'delete_after_ms'>;
  /** Returns the number of bookings of the organization in each cell. */
  countBookings(organization_id: string): Promise<number[]>;
}

/** Opens the service on this many databases of the tests' server, each with an organization. */
export async function openMoves(count: 2 | 3): Promise<OpenMoves> {
  await using opened = new AsyncDisposableStack();
  const databases: PostgresDatabase[] = [];
  for (let made = 0; made < count; made += 1) databases.push(opened.use(await makePostgresDatabase({ tables: true })));
  const urls = databases.map(({ url }) => url);
  const cells = listCells(urls);
  const service = opened.use(await openCellService(urls));
  const find = (name: CellName) => {
    const cell = cells.find((each) => each.name === name);
    if (!cell) throw new Error(`The test has no cell ${name}.`);
    return cell;
  };
  const running = opened.move();
  return {
    service,
    databases,
    between: (from, to, of = 'one') => ({
      organization_id: service.organizations[of].id,
      source: find(from),
      target: find(to),
      delete_after_ms: 0,
    }),
    async countBookings(organization_id) {
      const counted = `SELECT count(*)::integer AS n FROM bookings WHERE organization_id = '${organization_id}'`;
      const rows = await Promise.all(databases.map((database) => database.query(counted)));
      return rows.map(([row]) => Number(row?.['n']));
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
