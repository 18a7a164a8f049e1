import type { HistoryArchive } from '@booking-service/kernel/store';
import type { Database, Statement } from '@booking-service/kernel/store/postgres';

const selectMoving: Statement = {
  name: 'select_moving_organizations',
  text: 'SELECT organization_id FROM organization_moves',
};

/**
 * Leaves out organizations that move from this cell or to it. Both cells have their events meanwhile, and the move compares them. After
 * it, the archive of one cell has them.
 */
export function withoutMoving(archive: HistoryArchive, database: Database): HistoryArchive {
  async function leaveOut<Row extends { readonly organization_id: string }>(rows: readonly Row[]): Promise<Row[]> {
    const moving = await database.query<{ organization_id: string }>(selectMoving);
    return rows.filter((row) => !moving.some(({ organization_id }) => organization_id === row.organization_id));
  }
  return {
    ...archive,
    async readFinished(page) {
      const { rows, next } = await archive.readFinished(page);
      return { rows: await leaveOut(rows), next };
    },
    removeRead: async (rows) => archive.removeRead(await leaveOut(rows)),
  };
}
