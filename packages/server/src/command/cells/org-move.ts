import type { AdminStore } from '../../store/admin-store.ts';
import type { AdminCaller } from '../../admin/access/admit-caller.ts';
import { toAuditEntry } from '../../admin/to-audit-entry.ts';
import { systemClock } from '@booking-service/kernel/time/clock';
import type { Moved } from '../../store/moves/move-organization.ts';
import type { PostgresCell } from '../../store/postgres/postgres-cells.ts';
import { commandCaller } from '../admin/command-caller.ts';
import { createRequiredFlag } from '../create-flag.ts';
import { defineCommand, type CreateCommand } from '../define-command.ts';
import { openAdminStore } from '../open-store.ts';
import { findSealing } from '../settings/find-sealing.ts';
import { StartError } from '../start-error.ts';
import { requireCells, requireNamed } from './require-cells.ts';

export const orgMove: CreateCommand = defineCommand<{ readonly to: string }>({
  name: 'move',
  summary: 'Moves an organization to another cell while the service runs',
  details:
    'The ids, API keys, tokens and links of the organization stay the same. Its reads go on; its writes get 503 for about a second. If the command is interrupted, run it again: it continues (docs/scale.md). It ends 15 seconds after the move, when the rows in the old cell are deleted.',
  operand: 'ORGANIZATION',
  example: 'org_019ab52c8f7074d2a1c3e5f708192a3b_1 --to two --cells cells.yaml',
  flags: [
    createRequiredFlag('--to <CELL>', 'the name of the cell', {
      expected: 'a name',
      parse: (text) => text || undefined,
    }),
  ],
  settings: ['cells', 'sealing_key', 'as'],
  async run({ settings, operand: organization_id, flags: { to } }) {
    const cells = await requireCells(settings);
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
  const begun = await findMoveUnderWay(cells, organization_id);
  if (begun && begun.target.number !== target.number)
    throw new StartError(
      `The organization ${organization_id} already moves to the cell ${begun.target.name}. Finish that move first: booking-service org move ${organization_id} --to ${begun.target.name}`,
    );
  const source = begun?.source ?? (await findCell(store, { cells, organization_id }));
  if (source.number === target.number) return undefined;
  const moved = await moveOrganization({ organization_id, source, target, keepRows });
  const details = { from: source.name, to: target.name };
  await store.recordAudit(
    toAuditEntry({ action: 'moveOrganization', organization_id, details }, { caller, now: systemClock.now() }),
  );
  return { ...moved, source };
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
