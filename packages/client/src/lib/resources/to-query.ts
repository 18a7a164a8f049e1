/** Returns the query with its question mark, or an empty text. A list repeats its parameter. */
export function toQuery(query: object = {}): string {
  const sent = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value ?? []].flat()) sent.append(name, String(each));
  }
  return sent.size > 0 ? `?${String(sent)}` : '';
}
