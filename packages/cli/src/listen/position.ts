/** The place up to which events were forwarded, so that each of them is forwarded once, also after a restart. */
/** An entry of a list in the order of time. */
export interface PlacedEntry {
  readonly id: string;
  readonly created: string;
}

/** A position as a file has it. */
export interface StoredPosition {
  /** The creation of the newest event that was forwarded; null if there is none. */
  readonly newest: string | null;
  /** The events within the overlap before it, by their ids. */
  readonly seen: Readonly<Record<string, string>>;
}

export interface Position {
  /** The time from which events are listed; undefined for all. */
  from(): Date | undefined;
  has(entry: PlacedEntry): boolean;
  add(entry: PlacedEntry): void;
  toJSON(): StoredPosition;
}

/** An event becomes visible at the end of its transaction, a moment after its creation. So this much is listed again. */
const overlap_ms = 60_000;

export function createPosition({ newest, seen }: StoredPosition = { newest: null, seen: {} }): Position {
  const ids = new Map(Object.entries(seen));
  let latest = newest;
  const from = () => (latest === null ? undefined : new Date(Date.parse(latest) - overlap_ms));
  return {
    from,
    has: ({ id }) => ids.has(id),
    add({ id, created }) {
      ids.set(id, created);
      if (latest !== null && created <= latest) return;
      latest = created;
      const start = from()?.getTime() ?? 0;
      for (const [each, at] of ids) if (Date.parse(at) < start) ids.delete(each);
    },
    toJSON: () => ({ newest: latest, seen: Object.fromEntries(ids) }),
  };
}
