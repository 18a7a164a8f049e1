import type { SharedStatement } from '@booking-service/kernel/store';

/**
 * The statements that remove rows: those up to a position. PostgreSQL would read a list of positions anew for each row of a table that it
 * has not analyzed.
 */
export const requestRemovals: Readonly<Record<'beyond' | 'old', SharedStatement>> = {
  beyond: {
    name: 'trim_requests',
    text: `
      DELETE FROM requests WHERE organization_id = $1 AND mode = $2
        AND position <= (
          SELECT position FROM requests WHERE organization_id = $1 AND mode = $2 ORDER BY position DESC LIMIT 1 OFFSET $3)
        AND position <= (
          SELECT max(position) FROM (
            SELECT position FROM requests WHERE organization_id = $1 AND mode = $2 ORDER BY position LIMIT $4) AS oldest)`,
  },
  old: {
    name: 'remove_requests',
    text: `
      DELETE FROM requests WHERE organization_id = $1 AND mode = $2
        AND position <= (
          SELECT max(position) FROM (
            SELECT position FROM requests WHERE organization_id = $1 AND mode = $2 AND position < $3
            ORDER BY position LIMIT $4) AS oldest)
      RETURNING position`,
  },
};
