/** The webhook receiver of a check: it keeps every request and responds as the check sets. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

/** One received webhook. */
export interface Hook {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** Undefined if the body is not JSON. */
  readonly event: HookEvent | undefined;
}

export interface HookEvent {
  readonly id?: string;
  readonly type?: string;
  readonly created?: string;
  readonly data?: {
    readonly object?: { readonly id?: string; readonly status?: string } & Readonly<Record<string, unknown>>;
  };
}

/** The response to a webhook. `cut` closes the connection instead. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cut?: true;
}

export interface Receiver {
  /** The address that the service sends to. */
  readonly url: string;
  readonly hooks: readonly Hook[];
  /** Responds to each webhook. The default is 200. */
  answer: (hook: Hook) => Answer;
  close(): Promise<void>;
}

/** Starts a receiver. `publicUrl` is what leads to it from the service; the default is this computer. */
export async function startReceiver({
  port = 0,
  publicUrl,
}: {
  port?: number | undefined;
  publicUrl?: string | undefined;
}): Promise<Receiver> {
  const hooks: Hook[] = [];

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readText(request);
    const hook = { path: request.url ?? '', headers: request.headers as Hook['headers'], text, event: parse(text) };
    hooks.push(hook);
    const { status = 200, headers = {}, cut } = receiver.answer(hook);
    if (cut) request.socket.destroy();
    else response.writeHead(status, headers).end();
  }

  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed).listen(port, publicUrl === undefined ? '127.0.0.1' : undefined, listening);
  });
  // A TCP server has a port.
  const { port: actual } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: publicUrl ?? `http://127.0.0.1:${actual}/hooks`,
    hooks,
    answer: () => ({}),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return receiver;
}

function parse(text: string): HookEvent | undefined {
  try {
    return JSON.parse(text) as HookEvent;
  } catch {
    return undefined;
  }
}
