/** A request body as it arrived: its bytes, or the string that they decode to (SIG-3). */
export type RawBody = string | Uint8Array | ArrayBuffer;

const encoder = new TextEncoder();

/** Returns the bytes of a body, without copying bytes. Returns undefined if it is not a {@link RawBody}. */
export function toBytes(body: unknown): Uint8Array | undefined {
  if (typeof body === 'string') return encoder.encode(body);
  // By tag instead of instanceof: test runners and frames pass bytes of another realm.
  const tag = Object.prototype.toString.call(body);
  if (ArrayBuffer.isView(body)) return tag === '[object Uint8Array]' ? (body as Uint8Array) : undefined;
  return tag === '[object ArrayBuffer]' ? new Uint8Array(body as ArrayBuffer) : undefined;
}
