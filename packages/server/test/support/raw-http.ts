/** What fetch cannot send: bytes as they are, over a socket of their own, and every answer that comes back. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface RawOptions {
  /** `after bytes` ends our side once everything is sent, as a client does that is cut off. Default: never. */
  readonly end?: 'after bytes' | 'never';
}

/**
 * Sends the bytes and reads until the server closes the connection: the last request should say `Connection: close`,
 * unless the bytes are such that the server hangs up by itself.
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

/** An open connection, to write to and to hang up at will. */
export function openRaw(url: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  // A server that hangs up may reset the connection while bytes are under way; what it answered before that counts.
  socket.on('error', () => undefined);
  return socket;
}

/**
 * Sends the bytes and goes on as a peer that ignores the end of the other side: it never ends its own, and writes until the
 * system says that there is no connection any more. Resolves then.
 */
export async function untilReset(url: string, bytes: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.on('error', () => undefined);
  socket.write(bytes);
  socket.resume();
  await once(socket, 'end');
  const writing = setInterval(() => socket.write('x'), 10);
  await new Promise((closed) => {
    socket.once('close', closed);
  });
  clearInterval(writing);
}

/** A request's bytes. Content-Length is set for a body, unless the headers say something about the length. */
export function toRequest(
  line: string,
  { headers = [], body = '' }: { headers?: readonly string[]; body?: string } = {},
): string {
  const known = headers.some((header) => /^(?:content-length|transfer-encoding):/i.test(header));
  const length = known || body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  return `${[`${line} HTTP/1.1`, 'Host: service.test', ...headers, ...length].join('\r\n')}\r\n\r\n${body}`;
}

/** Takes a stream of responses apart by their Content-Length; an response that has none takes all that is left. */
export function parseResponses(bytes: Buffer): RawResponse[] {
  const responses: RawResponse[] = [];
  let at = 0;
  while (at < bytes.length) {
    const head = bytes.indexOf('\r\n\r\n', at);
    if (head === -1) throw new Error(`Not an HTTP answer: ${bytes.toString('latin1', at)}`);
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
