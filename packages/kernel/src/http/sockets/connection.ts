/** One connection of a server: its requests, and its end. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';

export interface Connection {
  readonly socket: Socket;
  /** The unsent responses in the order of their requests. */
  readonly open: ServerResponse[];
  /** The request that arrived last. */
  last?: IncomingMessage;
  /** The first of them, and the time at which a check found it complete. */
  untaken?: { readonly response: ServerResponse; readonly since_ms: number };
}

export function destroyAfter(socket: Duplex, ms: number): void {
  const cut = setTimeout(() => socket.destroy(), ms);
  socket.once('close', () => clearTimeout(cut));
}

/** Resolves when every socket that has received something by now was read. */
export async function afterPoll(): Promise<void> {
  // Sockets are read between two turns. The first turn may be the current one.
  await turn();
  await turn();
}

/** Adds Connection: close to the last response of the connection. After it, Node serves no other request. */
export function announceEnd({ open }: Connection): void {
  for (const [index, response] of open.entries())
    if (!response.headersSent) response.shouldKeepAlive = index < open.length - 1;
}

/** Returns whether the oldest request of the connection arrived completely and its response is not complete. */
export function hasRequestUnderWay({ open }: Connection): boolean {
  const [first] = open;
  return first !== undefined && first.req.complete && !first.writableEnded;
}

/**
 * Calls `then` when every request that arrived completely has its response. Any other request was not accepted, so nothing is lost.
 */
export function whenIdle(connection: Connection | undefined, then: () => void): void {
  const next = connection?.open.find((response) => response.req.complete && !response.writableFinished);
  if (next) next.once('close', () => whenIdle(connection, then));
  else then();
}
