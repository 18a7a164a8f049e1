/**
 * The part of the port that records actions. Entries are only inserted: no statement of either engine updates or deletes one, and the
 * removal of old history leaves them.
 */
import type { AdminOperationId } from '@booking-service/contract/admin';
import { afterEvery, type NewestPage, type Part, type PrepareShared } from '@booking-service/kernel/store';

/** Who acts. */
export interface Actor {
  /**
   * `operator`: a request without a token. `command`: a command on the service's computer. `access_token`: a request with a token.
   * `session`: a person who is signed in to the dashboard. `host`: one whom the application that serves the dashboard signed in.
   */
  readonly kind: 'operator' | 'command' | 'access_token' | 'session' | 'host';
  /** The id of the access token or session, or the id that the application gave; null for the others. */
  readonly id: string | null;
  /** The name of the holder; null without one. */
  readonly name: string | null;
}

/** An action that only a command has. */
export type CommandAction =
  | 'cancelMove'
  | 'moveOrganization'
  | 'replaceLostSecret'
  | 'rotateSealingKey'
  | 'settleOrganization';

export interface AuditEntry {
  readonly id: string;
  /** Null for an action on the whole service. */
  readonly organization_id: string | null;
  readonly created: string;
  readonly actor: Actor;
  readonly action: AdminOperationId | CommandAction;
  /** The id of the part of the organization that the action changed; null for the organization itself. */
  readonly target: string | null;
  /** Small facts. They contain no secret. */
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
}

export interface AuditLogReads {
  /** Returns a page of the entries of this organization, or of all and of the whole service. */
  listAuditEntries(page: NewestPage & { readonly organization_id?: string | undefined }): Promise<AuditEntry[]>;
}

export interface AuditLogWrites {
  /** Stores an entry for an action that changes nothing in the store. Every other action uses `audited` of the port. */
  recordAudit(entry: AuditEntry): Promise<void>;
}

/** Stands for the whole service: organization_id is part of the key, which has no null. */
const wholeService = '';
const columns = 'id, organization_id, created, actor_kind, actor_id, actor_name, action, target, details';
const insertEntry = {
  name: 'record_audit',
  text: `INSERT INTO audit_entries (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
};
const selectEntries = {
  name: 'list_audit_entries',
  // The expression of the index audit_entries_newest.
  text: `SELECT ${columns} FROM audit_entries WHERE id || '' < $1 ORDER BY id || '' DESC LIMIT $2`,
};
const selectEntriesOf = {
  name: 'list_audit_entries_of_organization',
  text: `SELECT ${columns} FROM audit_entries WHERE organization_id = $3 AND id < $1 ORDER BY id DESC LIMIT $2`,
};

/** The texts of the statements that list the entries of all organizations, and of one. */
export const allEntries: string = selectEntries.text;
export const entriesOfOne: string = selectEntriesOf.text;

interface EntryRow extends Omit<AuditEntry, 'organization_id' | 'actor' | 'details'> {
  readonly organization_id: string;
  readonly actor_kind: Actor['kind'];
  readonly actor_id: string | null;
  readonly actor_name: string | null;
  /** PostgreSQL returns the parsed JSON; SQLite returns its text. */
  readonly details: AuditEntry['details'] | string;
}

/** The audit log on either engine. */
export function auditLog(prepare: PrepareShared): Part<AuditLogReads, AuditLogWrites> {
  const insert = prepare(insertEntry);
  const list = prepare<EntryRow>(selectEntries);
  const listOf = prepare<EntryRow>(selectEntriesOf);
  return {
    reads: {
      async listAuditEntries({ organization_id, before = afterEvery('aud'), limit }) {
        const rows = await (organization_id === undefined
          ? list(before, limit)
          : listOf(before, limit, organization_id));
        return rows.map(toEntry);
      },
    },
    writes: {
      async recordAudit({ id, organization_id, created, actor, action, target, details }) {
        const { kind, id: actorId, name } = actor;
        const organization = organization_id ?? wholeService;
        await insert(id, organization, created, kind, actorId, name, action, target, JSON.stringify(details));
      },
    },
  };
}

function toEntry({
  id,
  organization_id,
  created,
  actor_kind,
  actor_id,
  actor_name,
  action,
  target,
  details,
}: EntryRow): AuditEntry {
  return {
    id,
    organization_id: organization_id === wholeService ? null : organization_id,
    created,
    actor: { kind: actor_kind, id: actor_id, name: actor_name },
    action,
    target,
    // The text was written from such an object.
    details: typeof details === 'string' ? (JSON.parse(details) as AuditEntry['details']) : details,
  };
}
