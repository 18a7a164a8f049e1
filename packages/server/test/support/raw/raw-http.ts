/** Sends raw bytes over a new socket, which fetch cannot do, and returns every response. */
import { connect, type Socket } from 'node:net';

export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface RawOptions {
  /** `after bytes` ends our side after the last byte, like a client that is cut off. Default: never. */
  readonly end?: 'after bytes' | 'never';
}

/**
 * Sends the bytes and reads until the server closes the connection. The last request should have `Connection: close`, unless the
 * server closes the connection after such bytes anyway.
 */
export async function sendRaw(
  url: string,
  bytes: string | Uint8Array,
  { end = 'never' }: RawOptions = {},
): Promise<RawResponse[]> {
  const socket = openRaw(url);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  if (end === 'after bytes') socket.end(bytes);
  else socket.write(bytes);
  await new Promise((closed) => {
    socket.once('close', closed);
  });
  return parseResponses(Buffer.concat(chunks));
}

/** Opens a connection. */
export function openRaw(url: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  // A server that closes the connection may reset it during a write. The responses before that are valid.
  socket.on('error', () => undefined);
  return socket;
}

/**
 * Sends the bytes and ignores the end of the server's side. It never ends its own side and writes until the connection is reset.
 * Resolves then.
 */
export async function untilReset(url: string, bytes: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.on('error', () => undefined);
  socket.write(bytes);
  socket.resume();
  // On a slow computer the reset may come before the end of the server's side was read.
  const closed = new Promise<void>((resolve) => void socket.once('close', resolve));
  const ended = new Promise<void>((resolve) => void socket.once('end', resolve));
  await Promise.race([ended, closed]);
  const writing = setInterval(() => socket.write('x'), 10);
  await closed;
  clearInterval(writing);
}

/** The bytes of a request. Adds Content-Length if there is a body and the headers have no length. */
export function toRequest(
  line: string,
  { headers = [], body = '' }: { headers?: readonly string[]; body?: string } = {},
): string {
  const hasLength = headers.some((header) => /^(?:content-length|transfer-encoding):/i.test(header));
  const length = hasLength || body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  return `${[`${line} HTTP/1.1`, 'Host: service.test', ...headers, ...length].join('\r\n')}\r\n\r\n${body}`;
}

/** Splits a stream of responses by their Content-Length. A response without one takes all remaining bytes. */
export function parseResponses(bytes: Buffer): RawResponse[] {
  const responses: RawResponse[] = [];
  let at = 0;
  while (at < bytes.length) {
    const head = bytes.indexOf('\r\n\r\n', at);
    if (head === -1) throw new Error(`Not an HTTP response: ${bytes.toString('latin1', at)}`);
    const [line = '', ...fields] = bytes.toString('latin1', at, head).split('\r\n');
    const headers = new Headers(
      fields.map((field): [string, string] => {
        const colon = field.indexOf(':');
        return [field.slice(0, colon), field.slice(colon + 1).trim()];
      }),
    );
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1]);
    const length = headers.get('content-length');
    const begin = head + 4;
    const end = status < 200 ? begin : length === null ? bytes.length : begin + Number(length);
    responses.push({ status, headers, text: bytes.toString('utf8', begin, end) });
    at = end;
  }
  return responses;
}
