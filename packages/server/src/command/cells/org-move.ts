import { Option } from 'commander';
import { systemClock } from '@booking-service/kernel/time';
import type { PostgresCell } from '../../store/postgres/postgres-cells.ts';
import type { Settings } from '../settings/effective-settings.ts';
import { environmentVariable } from '../settings/settings.ts';
import { StartError } from '../start-error.ts';
import type { AdminStore } from '../../store/admin-store.ts';
import { type AdminCaller, toAuditEntry } from '../../admin/admin-context.ts';
import { describeContest } from '../../store/cells/home-watch.ts';
import type { Moved } from '../../store/moves/move-organization.ts';
import { commandCaller } from '../admin/open-admin.ts';
import { type CreateCommand, createFlag, defineCommand, toColumns } from '../define-command.ts';
import { findSealing, openAdminStore } from '../open-store.ts';
import { leaveOut } from '../../store/cells/merge-pages.ts';
import type { Held } from '../../store/moves/settle-organization.ts';

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

export const orgMove: CreateCommand = defineCommand<{ readonly to?: string; readonly cancel?: true }>({
  name: 'move',
  summary: 'Moves an organization to another cell while the service runs',
  details:
    'The ids, API keys, tokens and links of the organization stay the same. Its reads go on; its writes get 503 for about a second. If the command is interrupted, run it again: it continues (docs/operate/cells.md). It ends 15 seconds after the move, when the rows in the old cell are deleted. Until the new cell has the organization, --cancel ends the move: the organization works on in its old cell, and the copy is removed.',
  operand: 'ORGANIZATION',
  example: 'org_019ab52c8f7074d2a1c3e5f708192a3b_1 --to two --cells cells.yaml',
  flags: [
    createFlag('--to <CELL>', 'the name of the cell', { expected: 'a name', parse: (text) => text || undefined }),
    new Option('--cancel', 'cancel the move that is under way').conflicts('to'),
  ],
  settings: ['cells', 'sealing_key', 'as'],
  async run({ settings, operand: organization_id, flags: { to, cancel = false } }) {
    if (to === undefined && !cancel)
      throw new StartError('Name the cell with --to CELL, or end a move that is under way with --cancel.', {
        exitCode: 2,
      });
    const cells = await requireCells(settings);
    if (to === undefined) return cancelMoveOf(cells, { settings, organization_id });
    const target = requireNamed(cells, to);
    // Opening checks the number of each cell, and that all are sealed with the same key.
    await using store = await openAdminStore(settings, findSealing(settings));
    const moved = await moveToCell(store, { cells, organization_id, target, caller: commandCaller(settings) });
    if (!moved) return `Nothing to do: the organization ${organization_id} is in the cell ${to}.`;
    const { rows, frozen_ms } = moved;
    const result = `Moved the organization ${organization_id} from ${moved.source.name} to ${to}.`;
    if (rows === undefined || frozen_ms === undefined) return result;
    return `${result} Rows: ${rows}. Its writes were refused for ${Math.round(frozen_ms)} ms.`;
  },
});

async function cancelMoveOf(
  cells: readonly PostgresCell[],
  { settings, organization_id }: { readonly settings: Settings; readonly organization_id: string },
): Promise<string> {
  const { findMoveUnderWay } = await import('../../store/moves/cell-states.ts');
  const { cancelMove } = await import('../../store/moves/cancel-move.ts');
  await requireUncontested(cells, organization_id);
  await using store = await openAdminStore(settings, findSealing(settings));
  const begun = await findMoveUnderWay(cells, organization_id);
  if (!begun) {
    const { name } = await findCell(store, { cells, organization_id });
    throw new StartError(`The organization ${organization_id} does not move. It is in the cell ${name}.`);
  }
  await cancelMove({ organization_id, ...begun });
  const [from, to] = [begun.source.name, begun.target.name];
  const caller = commandCaller(settings);
  await store.recordAudit(
    toAuditEntry({ action: 'cancelMove', organization_id, details: { from, to } }, { caller, now: systemClock.now() }),
  );
  return `Cancelled the move of the organization ${organization_id} from ${from} to ${to}. It works on in ${from}.`;
}

/** Moves the organization, or continues its move. Returns undefined if it is in the cell. */
export async function moveToCell(
  store: AdminStore,
  {
    cells,
    organization_id,
    target,
    caller,
    keepRows,
  }: {
    readonly cells: readonly PostgresCell[];
    readonly organization_id: string;
    readonly target: PostgresCell;
    /** The audit log names this one. */
    readonly caller: AdminCaller;
    /** See MoveOptions. */
    readonly keepRows?: boolean;
  },
): Promise<(Moved & { readonly source: { readonly name: string } }) | undefined> {
  const { findMoveUnderWay } = await import('../../store/moves/cell-states.ts');
  const { moveOrganization } = await import('../../store/moves/move-organization.ts');
  const { compareHomes, fenceHomes } = await import('../../store/moves/homes.ts');
  await requireUncontested(cells, organization_id);
  const begun = await findMoveUnderWay(cells, organization_id);
  if (begun && begun.target.number !== target.number)
    throw new StartError(
      `The organization ${organization_id} already moves to the cell ${begun.target.name}. Finish that move first: booking-service org move ${organization_id} --to ${begun.target.name}`,
    );
  const source = begun?.source ?? (await findCell(store, { cells, organization_id }));
  if (source.number === target.number) return undefined;
  const moved = await moveOrganization({ organization_id, source, target, keepRows });
  // The other cells get the record of the move.
  await fenceHomes(await compareHomes(cells));
  const details = { from: source.name, to: target.name };
  await store.recordAudit(
    toAuditEntry({ action: 'moveOrganization', organization_id, details }, { caller, now: systemClock.now() }),
  );
  return { ...moved, source };
}

/** Refuses an organization that two cells have, or that its cell lacks. */
async function requireUncontested(cells: readonly PostgresCell[], organization_id: string): Promise<void> {
  const { compareHomes } = await import('../../store/moves/homes.ts');
  const { contests } = await compareHomes(cells);
  const contest = contests.find((each) => each.organization_id === organization_id);
  if (contest) throw new StartError(`${describeContest(contest)} Nothing was changed.`);
}

async function findCell(
  store: AdminStore,
  { cells, organization_id }: { readonly cells: readonly PostgresCell[]; readonly organization_id: string },
): Promise<PostgresCell> {
  const found = await store.findListedOrganization(organization_id);
  const number = found && (await store.numberOf?.(organization_id));
  const cell = cells.find((each) => each.number === number);
  if (!cell)
    throw new StartError(`No organization has the id ${organization_id}. List them with booking-service org list.`);
  return cell;
}

export const orgSettle: CreateCommand = defineCommand<{ readonly go?: true }>({
  name: 'settle',
  summary: 'Decides which cell has an organization after a restore; without --go it prints the plan',
  details:
    'After a cell was restored from a backup older than a move, two cells may have the organization, and its requests get 503 (docs/operate/cells.md). With --go the cell of its last move keeps it, and the other one directs callers there. The rows in the other cell stay: booking-service org move deletes them.',
  operand: 'ORGANIZATION',
  example: 'org_019ab52c8f7074d2a1c3e5f708192a3b_1 --go --cells cells.yaml',
  flags: [new Option('--go', 'settle it; without this flag nothing changes')],
  settings: ['cells', 'sealing_key', 'as'],
  async run({ settings, operand: organization_id, flags: { go = false } }) {
    const cells = await requireCells(settings);
    const { compareHomes } = await import('../../store/moves/homes.ts');
    const { toUnreachable } = await import('../../store/moves/cell-states.ts');
    const { planSettlement, readHeld, settleOrganization } = await import('../../store/moves/settle-organization.ts');
    const { contests, failures } = await compareHomes(cells);
    for (const [name, error] of failures) {
      // A cell that does not respond may have a newer record.
      if (go || failures.size === cells.length) throw error;
      leaveOut(name, toUnreachable(error));
    }
    const contest = contests.find((each) => each.organization_id === organization_id);
    if (!contest) return `Nothing to do: the organization ${organization_id} is not in two cells, and its cell has it.`;
    const settlement = planSettlement(contest, cells);
    const { keeper, others } = settlement;
    const held = await readHeld(settlement);
    const rest = others.map(
      ({ name }) =>
        `The rows in ${name} stay. Delete them with booking-service org move ${organization_id} --to ${keeper.name}`,
    );
    const missing = held.filter((each) => each.missing.length > 0).map(explainMissing);
    const after = [...missing, ...rest].join('\n');
    if (!go)
      return `${describeContest(contest)}\n\n${showHeld(held)}\n\nWith --go the cell ${keeper.name} keeps it.\n${after}`;
    await settleOrganization(settlement);
    // Opened before, it would refuse the organization.
    await using store = await openAdminStore(settings, findSealing(settings));
    const details = { cell: keeper.name, not_in: others.map(({ name }) => name).join(' ') };
    await store.recordAudit(
      toAuditEntry(
        { action: 'settleOrganization', organization_id, details },
        { caller: commandCaller(settings), now: systemClock.now() },
      ),
    );
    return `The organization ${organization_id} is in the cell ${keeper.name}.\n${after}`.trimEnd();
  },
});

function showHeld(held: readonly Held[]): string {
  const rows = held.map(({ name, bookings, newest, missing }, index) => [
    name,
    index === 0 ? 'yes' : 'no',
    String(bookings),
    newest ?? '-',
    String(missing.length),
  ]);
  return toColumns([['CELL', 'KEEPS IT', 'BOOKINGS', 'NEWEST EVENT', 'BOOKINGS ONLY THERE'], ...rows]);
}

function explainMissing({ name, missing }: Held): string {
  const shown = missing.slice(0, 20).join(', ');
  return `Bookings only in ${name}, which stay there: ${shown}${missing.length > 20 ? ` and ${missing.length - 20} more` : ''}.`;
}
