/** The ids of the last responses, by their prefix, so that the next request begins with resources that exist. */
const storageKey = 'docs-recent-ids';

/** Remembers the first id of each kind in a response, for this tab. */
export function rememberIds(body: unknown): void {
  const found = new Map<string, string>();
  collect(body);
  const ids = { ...read(), ...Object.fromEntries(found) };
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(ids));
  } catch {
    // Without storage, a form begins with the examples of the contract.
  }

  function collect(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, each] of Object.entries(value)) {
      const prefix = typeof each === 'string' && key === 'id' ? prefixOf(each) : undefined;
      if (prefix !== undefined && !found.has(prefix)) found.set(prefix, String(each));
      collect(each);
    }
  }
}

/** Returns an example with recent ids in the place of its own, and tomorrow in the place of a day. */
export function withRecentValues(example: unknown): unknown {
  const ids = read();
  return replace(example);

  function replace(value: unknown): unknown {
    if (typeof value === 'string') {
      if (/^\d{4}-\d\d-\d\d$/.test(value)) return tomorrow();
      return ids[prefixOf(value) ?? ''] ?? value;
    }
    if (Array.isArray(value)) return value.map(replace);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replace(each)]));
  }
}

function prefixOf(id: string): string | undefined {
  return /^([a-z]{2,8})_\w/.exec(id)?.[1];
}

function tomorrow(): string {
  return new Date(Date.now() + 24 * 3600 * 1000).toISOString().slice(0, 10);
}

function read(): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}
