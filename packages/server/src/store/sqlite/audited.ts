import type { DatabaseSync } from 'node:sqlite';
import { callAudited, type AuditedParts } from '../admin-store.ts';
import type { AuditLog } from '../access/audit-log.ts';
import type { EngineAdminStore } from '../seal-store.ts';

/**
 * Calls a method under an audit entry. On the write thread both are part of the transaction of their group (group-commit.ts). Beside a
 * server, the command that opened the connection makes one call at a time.
 */
export function sqliteAudited(
  db: DatabaseSync,
  statements: AuditedParts & Pick<AuditLog, 'recordAudit'>,
): Pick<EngineAdminStore, 'runAudited'> {
  return {
    async runAudited(call) {
      if (db.isTransaction) return callAudited(statements, call);
      db.exec('BEGIN IMMEDIATE');
      try {
        const result = await callAudited(statements, call);
        db.exec('COMMIT');
        return result;
      } catch (error) {
        // If the disk is full or fails, SQLite has already undone the transaction.
        if (db.isTransaction) db.exec('ROLLBACK');
        throw error;
      }
    },
  };
}
