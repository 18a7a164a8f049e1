/** Far more than any page, document or response of a service has. */
const longest_bytes = 4_000_000;

/** Thrown if a body is longer than 4 MB. Nothing more of it is read. */
export class TooLong extends Error {
  constructor() {
    super('has a body of more than 4 MB');
  }
}

/** Reads a body as UTF-8. Throws TooLong: what is checked may be hostile, and a body without an end would fill the memory. */
export async function readText(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > longest_bytes) throw new TooLong();
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
