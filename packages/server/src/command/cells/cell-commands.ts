import { Option } from 'commander';
import { nameOfDatabase, StoreError } from '@booking-service/kernel/store';
import type { CellState } from '../../store/moves/cell-states.ts';
import type { PostgresCell } from '../../store/postgres/postgres-cells.ts';
import { commandCaller } from '../admin/open-admin.ts';
import { defineCommand, jsonFlag, type NamedCommands, toColumns } from '../define-command.ts';
import { findSealing, migrateStore, openAdminStore } from '../open-store.ts';
import { StartError } from '../start-error.ts';
import { describeContest } from '../../store/cells/home-watch.ts';
import { leaveOut, UnreachableError } from '../../store/cells/merge-pages.ts';
import { moveToCell, orgMove, orgSettle, requireCells, requireNamed } from './org-move.ts';

const loadStates = () => import('../../store/moves/cell-states.ts');

const list = defineCommand<{ readonly json?: true }>({
  name: 'list',
  summary: 'Lists the cells, with their organizations and pending work',
  example: '--cells cells.yaml',
  flags: [jsonFlag],
  settings: ['cells'],
  async run({ settings, flags: { json } }) {
    const cells = await requireCells(settings);
    const states = await readStates(cells);
    const rows = cells.map(({ name, number, accepts_new = true }, index) => {
      const state = states[index];
      if (state === undefined || state instanceof StoreError)
        return { name, number, state: 'unavailable', organizations: null, pending: null, reason: state?.message };
      const open = accepts_new ? 'open' : 'closed';
      const { organizations, pending, draining } = state;
      return { name, number, state: draining ? 'draining' : open, organizations, pending };
    });
    if (json) return JSON.stringify(rows, null, 2);
    const shown = rows.map((row) => [
      row.name,
      String(row.number),
      row.state,
      String(row.organizations ?? '-'),
      String(row.pending ?? '-'),
    ]);
    const reasons = rows.flatMap(({ reason }) => (reason === undefined ? [] : ['', reason]));
    return [toColumns([['CELL', 'NUMBER', 'STATE', 'ORGANIZATIONS', 'PENDING WORK'], ...shown]), ...reasons].join('\n');
  },
});

/** Instances compare stored instants, so a difference of seconds begins due work early. */
const maxClock_ms = 2_000;

const check = defineCommand<object>({
  name: 'check',
  summary: 'Compares the cells: organizations in two cells or in none, migrations and clocks',
  details:
    'Run it after you have restored a cell. It prints one line for each fault, with the command that settles it, and exits 1 (docs/operate/cells.md).',
  example: '--cells cells.yaml',
  flags: [],
  settings: ['cells'],
  async run({ settings }) {
    const cells = await requireCells(settings);
    const { compareHomes } = await import('../../store/moves/homes.ts');
    const { toUnreachable } = await import('../../store/moves/cell-states.ts');
    const states = await readStates(cells);
    const errors = states.map((state) => toUnreachable(state));
    const [unreachable] = errors;
    if (errors.every((error) => error instanceof UnreachableError)) throw unreachable;
    const faults = cells.flatMap(({ name }, index) => {
      const [state, error] = [states[index], errors[index]];
      if (error instanceof UnreachableError) leaveOut(name, error);
      else if (state instanceof StoreError) return [`Cell ${name}: ${state.message}`];
      else if (state && state.clock_off_ms > maxClock_ms)
        return [
          `Cell ${name}: its clock differs from that of this computer by ${Math.round(state.clock_off_ms / 1000)} s. Use NTP on both.`,
        ];
      return [];
    });
    const compared = await compareHomes(cells.filter((_, index) => !(states[index] instanceof StoreError)));
    faults.push(...compared.contests.map(describeContest));
    for (const { message } of compared.failures.values()) faults.push(message);
    if (faults.length > 0) throw new StartError(faults.join('\n'), { isReport: true });
    return `No fault. Organizations that have moved: ${compared.homes.size}. Each is in one cell.`;
  },
});

const add = defineCommand<object>({
  name: 'add',
  summary: 'Prepares the database of a new cell, which the file of cells lists already',
  details:
    'It creates the tables in an empty database, or checks those of a migrated one, and marks the database with the number of the cell. Then restart the instances (docs/operate/cells.md).',
  operand: 'CELL',
  example: 'three --cells cells.yaml',
  flags: [],
  settings: ['cells', 'sealing_key'],
  async run({ settings, operand }) {
    const cell = requireNamed(await requireCells(settings), operand);
    const location = { ...settings, database: cell.url, cells: undefined };
    const sealing = findSealing(settings);
    const { requireCell } = await import('../../store/moves/cell-states.ts');
    const place = nameOfDatabase(cell.url);
    const { isEmptyDatabase, readCellState } = await loadStates();
    const isEmpty = await isEmptyDatabase(cell);
    if (isEmpty) await migrateStore(location, { sealing });
    const state = await readCellState(cell);
    if (state instanceof StoreError) throw state;
    await requireCell(cell);
    const done = isEmpty ? `Created the tables in ${place}.` : `The database ${place} is at the newest migration.`;
    return `${done} It is the cell ${cell.name} (${cell.number}). Restart the instances of the service one after the other, so that they serve it.`;
  },
});

const drain = defineCommand<{ readonly go?: true; readonly stop?: true }>({
  name: 'drain',
  summary: 'Moves every organization of a cell to the other cells; without --go it prints the plan',
  details:
    'With --go the cell gets no more new organizations, and its organizations move one after the other. You can interrupt the command and run it again. With --stop the cell gets new organizations again.',
  operand: 'CELL',
  example: 'one --go --cells cells.yaml',
  flags: [
    new Option('--go', 'move the organizations; without this flag nothing changes'),
    new Option('--stop', 'end the draining: the cell gets new organizations again').conflicts('go'),
  ],
  settings: ['cells', 'sealing_key', 'as'],
  async run({ settings, operand, flags: { go = false, stop = false } }) {
    const cells = await requireCells(settings);
    const source = requireNamed(cells, operand);
    const { findMoveUnderWay, listCellOrganizations, setDraining } = await loadStates();
    if (stop) {
      await setDraining(source, false);
      return `The cell ${operand} gets new organizations again.`;
    }
    await using store = await openAdminStore(settings, findSealing(settings));
    if (go) await setDraining(source, true);
    const organizations = await listCellOrganizations(source);
    const plan = await planMoves(cells, { source, organizations });
    const moved: string[] = [];
    for (const [organization_id, planned] of plan) {
      const target = (await findMoveUnderWay(cells, organization_id))?.target ?? planned;
      if (go)
        await moveToCell(store, { cells, organization_id, target, caller: commandCaller(settings), keepRows: true });
      moved.push(`  ${organization_id} to ${target.name}`);
    }
    if (go) await deleteMoved(cells, { source, organizations });
    if (moved.length === 0) return `The cell ${operand} has no organizations.`;
    if (go) return [`Moved every organization of the cell ${operand}:`, ...moved].join('\n');
    return [`These moves would empty the cell ${operand}. Run the command with --go:`, ...moved].join('\n');
  },
});

/** booking-service cell … and org move: the databases of a service with several of them. */
export const cellCommands: NamedCommands = [
  ['org move', orgMove],
  ['org settle', orgSettle],
  ['cell check', check],
  ['cell list', list],
  ['cell add', add],
  ['cell drain', drain],
];

async function readStates(cells: readonly PostgresCell[]): Promise<(CellState | StoreError)[]> {
  const { readCellState } = await loadStates();
  return Promise.all(cells.map(readCellState));
}

/** Deletes the rows of organizations that have moved. All of them wait at the same time. */
async function deleteMoved(
  cells: readonly PostgresCell[],
  { source, organizations }: { readonly source: PostgresCell; readonly organizations: readonly string[] },
): Promise<void> {
  const { findMoveUnderWay } = await loadStates();
  const { moveOrganization } = await import('../../store/moves/move-organization.ts');
  for (const organization_id of organizations) {
    const begun = await findMoveUnderWay([source, ...cells], organization_id);
    if (begun) await moveOrganization({ organization_id, ...begun });
  }
}

/** Returns a cell for each organization: the one with the smallest database, counted with the organizations that the plan gives it. */
async function planMoves(
  cells: readonly PostgresCell[],
  { source, organizations }: { readonly source: PostgresCell; readonly organizations: readonly string[] },
): Promise<(readonly [organization_id: string, target: PostgresCell])[]> {
  const states = await readStates(cells);
  const ownState = states[cells.indexOf(source)];
  const share =
    ownState === undefined || ownState instanceof StoreError
      ? 0
      : ownState.database_bytes / Math.max(1, organizations.length);
  const room = cells.flatMap((cell, index) => {
    const state = states[index];
    if (
      cell === source ||
      cell.accepts_new === false ||
      state === undefined ||
      state instanceof StoreError ||
      state.draining
    )
      return [];
    return [{ cell, bytes: state.database_bytes }];
  });
  return organizations.map((organization_id) => {
    const [smallest] = room.toSorted((a, b) => a.bytes - b.bytes);
    if (!smallest)
      throw new StartError(
        `No other cell accepts organizations and responds. Add a cell, or change new_organizations in the file of cells.`,
      );
    smallest.bytes += share;
    return [organization_id, smallest.cell] as const;
  });
}
