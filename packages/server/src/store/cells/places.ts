/** Answers of a database about the organizations that left it, and about those whose copy is arriving. */
import type { Database, Statement } from '@booking-service/kernel/store/postgres';

/** The place of an organization, a key, a token or a session, as one cell has it. */
export interface Place {
  /** The number of the cell to which it moved; null if it did not leave this one. */
  readonly moved_to: number | null;
  /** The organization of a name that moved; null if it did not. */
  readonly organization_id: string | null;
  /** True if the name is that of an organization that another cell still serves: this one has an unfinished copy. */
  readonly arriving: boolean;
}

/** The place of every name in a store that no organization leaves. */
export const here: Place = { moved_to: null, organization_id: null, arriving: false };

export interface Places {
  /** Returns the place of an id or a digest. */
  findPlace(name: string): Promise<Place>;
  /** Returns whether an operator drains the cell: it gets no new organizations. */
  isDraining(): Promise<boolean>;
}

/** Ends the mark of a cell that an operator drains; see cell-states.ts. */
export const drainingMark = ' draining';

const selectPlace: Statement = {
  name: 'select_place',
  text: `
    SELECT n.cell AS moved_to, n.organization_id,
      EXISTS (SELECT FROM organization_moves WHERE organization_id = $1 AND state = 'arriving') AS arriving
    FROM (VALUES (1)) AS one LEFT JOIN moved_names n ON n.name = $1`,
};
const selectDraining: Statement = {
  name: 'select_draining',
  text: `SELECT coalesce(obj_description('organizations'::regclass, 'pg_class') LIKE '%${drainingMark}', false) AS draining`,
};

export function postgresPlaces(database: Database): Places {
  return {
    async findPlace(name) {
      const [place] = await database.query<Place>(selectPlace, [name]);
      return place ?? here;
    },
    async isDraining() {
      const [row] = await database.query<{ draining: boolean }>(selectDraining);
      return row?.draining === true;
    },
  };
}
