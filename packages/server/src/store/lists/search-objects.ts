/** The part of the port that finds the organization of an object by its id. The statements are the same on both engines. */
import type { Part, PrepareShared, RunStatement } from '@booking-service/kernel/store';

/** The kinds of objects that an id can name. */
export type ObjectKind = 'organization' | 'booking' | 'delivery' | 'event' | 'session' | 'request' | 'key';

export interface ObjectSearch {
  readonly kind: ObjectKind;
  /** The id. For a key it may be the beginning of its digest, and for an organization that of its name. */
  readonly text: string;
  /** Only in this organization. Default: in all of them. */
  readonly organization_id?: string | undefined;
  readonly limit: number;
}

/** An object, with its organization. */
export interface FoundObject {
  readonly id: string;
  readonly organization_id: string;
  /** The name of the organization. */
  readonly name: string;
}

export interface ObjectSearchReads {
  /**
   * Finds objects, in order of organization and id: at most `limit`. An id costs one search of an index for each organization, because every
   * row is found by its organization (decision 012).
   */
  searchObjects(search: ObjectSearch): Promise<FoundObject[]>;
}

const scope = "($2 = '' OR o.id = $2)";

/** A subquery instead of a join: PostgreSQL must not read the whole table to find one row. */
function selectOwner(table: string): string {
  return `
    SELECT $1 AS id, o.id AS organization_id, o.name FROM organizations o
    WHERE ${scope} AND (SELECT 1 FROM ${table} t WHERE t.organization_id = o.id AND t.id = $1 LIMIT 1) IS NOT NULL
    ORDER BY o.id LIMIT $3`;
}

const texts: Readonly<Record<ObjectKind, string>> = {
  organization: `
    SELECT o.id, o.id AS organization_id, o.name FROM organizations o
    WHERE ${scope} AND (o.id = $1 OR substr(lower(o.name), 1, length($1)) = lower($1))
    ORDER BY o.id LIMIT $3`,
  key: `
    SELECT k.id, o.id AS organization_id, o.name FROM api_keys k JOIN organizations o ON o.id = k.organization_id
    WHERE ${scope} AND (k.id = $1 OR (k.digest >= $1 AND k.digest < $1 || 'g'))
    ORDER BY o.id, k.id LIMIT $3`,
  booking: selectOwner('bookings'),
  delivery: selectOwner('deliveries'),
  event: selectOwner('events'),
  session: selectOwner('sessions'),
  request: selectOwner('requests'),
};

/** The search on either engine. */
export function objectSearch(prepare: PrepareShared): Part<ObjectSearchReads, object> {
  const prepareOne = (kind: ObjectKind): RunStatement<FoundObject> =>
    prepare<FoundObject>({ name: `search_${kind}`, text: texts[kind] });
  const searches: Readonly<Record<ObjectKind, RunStatement<FoundObject>>> = {
    organization: prepareOne('organization'),
    booking: prepareOne('booking'),
    delivery: prepareOne('delivery'),
    event: prepareOne('event'),
    session: prepareOne('session'),
    request: prepareOne('request'),
    key: prepareOne('key'),
  };
  return {
    reads: {
      async searchObjects({ kind, text, organization_id = '', limit }) {
        return (await searches[kind](text, organization_id, limit)).map((row) => ({ ...row }));
      },
    },
    writes: {},
  };
}
