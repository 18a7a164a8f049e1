import { Option } from 'commander';
import { systemClock } from '@booking-service/kernel/time';
import { toAuditEntry } from '../../admin/admin-caller.ts';
import { describeContest } from '../../store/cells/home-watch.ts';
import { leaveOut } from '../../store/cells/merge-pages.ts';
import type { Held } from '../../store/moves/settle-organization.ts';
import { commandCaller } from '../admin/open-admin.ts';
import { type CreateCommand, defineCommand, toColumns } from '../define-command.ts';
import { openAdminStore } from '../open-store.ts';
import { findSealing } from '../settings/find-sealing.ts';
import { requireCells } from './org-move.ts';

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
    const { toUnreachable } = await import('../../store/moves/cell-mark.ts');
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
