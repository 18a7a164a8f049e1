/**
 * The part of the port for services that bring only SQL: a statement changes rows of the service, and its idempotency key, its events
 * and their deliveries are stored in the same transaction. The statement is the same on both engines, with the parameters $1, $2, …
 */
import type { NewEvent, Origin } from '../../contract.ts';
import type { SharedStatement } from '../shared-statement.ts';

/** A value of a statement. */
export type StatementValue = string | number | null;

/** The key and the events that a commit stores beside the rows of its statement. */
export interface CommitOf {
  readonly organization_id: string;
  readonly livemode: boolean;
  /** Default: the operation has no key. */
  readonly idempotency_key?: string | undefined;
  /** The id of the row that the key and the events are about. */
  readonly subject_id: string;
  readonly events: readonly NewEvent[];
  /** The cause of the events. Default: no request. */
  readonly origin?: Origin | undefined;
}

/** The rows that the statement returned; or the subject of an earlier commit under the same key, which changed nothing now. */
export type Committed<Row> =
  | { readonly replayed: false; readonly rows: Row[] }
  | { readonly replayed: true; readonly subject_id: string };

/** Finds the subject of the commit under a key. Both engines read a 1 as true. */
export const selectKeySubject: SharedStatement = {
  name: 'select_key_subject',
  text: 'SELECT subject_id FROM idempotency_keys WHERE organization_id = $1 AND livemode = $2 AND idempotency_key = $3',
};

export interface CommitWrites {
  /**
   * Runs a statement that changes rows and returns them (`RETURNING`), and stores its key and its events in the same transaction. A
   * statement that returns no row stores neither. An error undoes everything.
   */
  commit<Row>(statement: SharedStatement, values: readonly StatementValue[], of: CommitOf): Promise<Committed<Row>>;
}

export interface QueryReads {
  /** Runs a statement that only reads, and returns its rows. */
  query<Row>(statement: SharedStatement, values: readonly StatementValue[]): Promise<Row[]>;
}
