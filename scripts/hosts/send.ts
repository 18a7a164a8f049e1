import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect, type IncomingHttpHeaders, type IncomingHttpStatusHeader } from 'node:http2';
import { text } from 'node:stream/consumers';

export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The parts of the body. One part is sent with its length, more parts without. */
  readonly parts?: readonly string[];
}

export interface Received {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Sends a request on a connection of its own. */
export type Send = (request: Sent) => Promise<Received>;

export const sendHttp1: Send = async ({ method, url, headers, parts = [] }) => {
  // Bun closes the connection without a response if a request with a body announces its end.
  const agent = new Agent({ keepAlive: true });
  const req = request(url, { method, headers, agent });
  const [only, ...more] = parts;
  if (more.length === 0) req.end(only);
  else {
    for (const part of parts) req.write(part);
    req.end();
  }
  const [res] = (await once(req, 'response')) as [IncomingMessage];
  const received = { status: res.statusCode, headers: res.headers, text: await text(res) };
  agent.destroy();
  return received;
};

export const sendHttp2: Send = async ({ method, url, headers, parts = [] }) => {
  const { origin, pathname, search } = new URL(url);
  const session = connect(origin);
  // An error of the session also reaches its streams.
  session.on('error', () => undefined);
  try {
    const target = { ':method': method, ':path': pathname + search };
    const stream = session.request({ ...target, ...headers }, { endStream: parts.length === 0 });
    for (const part of parts) stream.write(part);
    if (parts.length > 0) stream.end();
    const [received] = (await once(stream, 'response')) as [IncomingHttpHeaders & IncomingHttpStatusHeader];
    return { status: received[':status'], headers: received, text: await text(stream) };
  } finally {
    session.close();
  }
};
