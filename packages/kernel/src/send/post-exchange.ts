/**
 * One request and its response, on one connection.
 *  1. connect  to one of the checked addresses, without resolving the host again, or through a tunnel to one (webhook-proxy.ts); or
 *              takes a kept connection to them
 *  2. write    once connected, if the sender still may. On a kept connection after one more turn of the event loop, in which a close by the receiver becomes visible, and so do
 *              bytes that it sent after its last response
 *  3. head     accepts max_interim_responses before the response, and max_head_bytes up to the end of its head (DLV-13)
 *  4. body     reads at most max_answer_bytes and keeps kept_answer_bytes; follows no redirect (DLV-8)
 * After a complete response the connection is kept for the same organization. After anything else it is closed. Bytes that follow a
 * complete response, such as the body of a 204, do not change the outcome, but the connection is closed (DLV-15).
 * Every emitter here keeps its error listener after the outcome is settled, so that a late error cannot end the process (DLV-13).
 */
import { type Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Address } from '../addresses.ts';
import type { SendLimits } from './attempt.ts';
import type { PinnedOptions } from './kept-connections.ts';

export interface Exchange {
  /** A kept connection serves one organization, because the bytes that a receiver sends too late reach the next request on it. */
  readonly organization_id: string;
  readonly addresses: readonly Address[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly signal: AbortSignal;
  /** Called once, immediately before the request is written. If it returns false, nothing is written. */
  readonly mayWrite: () => boolean;
  /** Called when a step begins, from `connect` on. */
  readonly onStep: (step: AttemptStep) => void;
  /** Opens or reuses the connection; see Route. */
  readonly agent: Agent | false;
  readonly limits: SendLimits;
}

export interface Response {
  readonly status: number;
  /** The first kept_answer_bytes of the body. */
  readonly body: string;
}

/** The step of an attempt: `response` begins with the write of the request, and `body` with the head of the response. */
export type AttemptStep = 'lookup' | 'connect' | 'handshake' | 'response' | 'body';

/** The receiver sent too much before the response. */
export class FloodError extends Error {}

/** The receiver switched protocols. */
export class MalformedResponseError extends Error {}

/** The receiver had closed a kept connection, or had sent bytes on it. Nothing was written to it. */
export class StaleConnectionError extends Error {}

/** Posts the body. Rejects if there is no response. */
export function exchange(
  target: URL,
  { organization_id, addresses, headers, body, signal, mayWrite, onStep, agent, limits }: Exchange,
): Promise<Response> {
  const request = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const options: PinnedOptions = {
    method: 'POST',
    headers: { ...headers, 'Content-Length': body.length },
    agent,
    organization_id,
    addresses,
    signal,
    deadline: signal,
    maxHeaderSize: limits.max_head_bytes,
    lookup: pinnedTo(addresses),
  };
  return new Promise((done, failed) => {
    const outgoing = request(target, options);
    const fail = (error: Error) => {
      failed(error);
      outgoing.destroy();
    };
    let response: IncomingMessage | undefined;
    let cutOff = (): void => undefined;
    let interim = 0;
    let received = 0;

    /** True if a chunk before this one ended the response. */
    let isComplete = false;
    let isWritten = false;
    const write = (): void => {
      if (received > 0) return fail(new StaleConnectionError('The receiver sent bytes before the request.'));
      if (!mayWrite()) return fail(new Error('The request may not be written any more.'));
      isWritten = true;
      onStep('response');
      outgoing.end(body);
    };

    outgoing.on('error', (error) => {
      // Bytes after the response are the error. Its body is still read to its end.
      if (response?.complete) return;
      failed(outgoing.reusedSocket && !isWritten ? new StaleConnectionError('', { cause: error }) : error);
    });
    outgoing.on('upgrade', (_incoming, socket) => {
      socket.destroy();
      failed(new MalformedResponseError('The response switched protocols.'));
    });
    outgoing.on('information', () => {
      interim += 1;
      if (interim > limits.max_interim_responses) fail(new FloodError(`${interim} interim responses`));
    });
    outgoing.once('socket', (socket) => {
      if (outgoing.reusedSocket) afterPoll(write);
      else {
        socket.on('error', ignore);
        // Not earlier: node:http would keep the request and write it whenever the connection opens.
        socket.once(target.protocol === 'https:' ? 'secureConnect' : 'connect', write);
        if (target.protocol === 'https:') {
          if (socket.connecting) socket.once('connect', () => onStep('handshake'));
          else onStep('handshake');
        }
      }
      // Also counts bytes outside a message: line breaks before a response, and the framing of each chunk of its body.
      const count = (chunk: Buffer): void => {
        if (isComplete) return void socket.destroy();
        isComplete = response?.complete ?? false;
        received += chunk.length;
        if (!response && received > limits.max_head_bytes) fail(new FloodError(`${received} bytes without a response`));
        if (received > limits.max_head_bytes + limits.max_answer_bytes) cutOff();
      };
      socket.on('data', count);
      outgoing.once('close', () => socket.off('data', count));
    });
    outgoing.once('response', (incoming) => {
      if (!isWritten) return fail(new StaleConnectionError('The receiver responded before the request.'));
      response = incoming;
      onStep('body');
      const kept: Buffer[] = [];
      let size = 0;
      const finish = (): void => {
        const start = Buffer.concat(kept).subarray(0, limits.kept_answer_bytes).toString();
        done({ status: incoming.statusCode ?? 0, body: start });
      };
      cutOff = () => {
        finish();
        outgoing.destroy();
      };
      incoming.on('data', (chunk: Buffer) => {
        if (size < limits.kept_answer_bytes) kept.push(chunk);
        size += chunk.length;
        if (size >= limits.max_answer_bytes) cutOff();
      });
      incoming.once('end', () => {
        if (outgoing.writableFinished) return finish();
        // TLS reports the end of the write only after the response, and then the connection is free for the next attempt. If the write
        // has not ended by then, the receiver did not read it.
        afterPoll(() => {
          finish();
          if (!outgoing.writableFinished) outgoing.socket?.destroy();
        });
      });
      incoming.on('error', failed);
      incoming.once('aborted', () => failed(new Error('The response ended early.')));
    });
  });
}

/** Runs the task after the event loop has polled for I/O once: the first immediate runs before that, and the second after it. */
function afterPoll(task: () => void): void {
  setImmediate(() => setImmediate(task));
}

function ignore(): void {
  // The request reports the error of its connection.
}

/**
 * Returns a lookup that resolves every name to these addresses. It calls back in a later turn of the event loop. Otherwise, a
 * connection that fails immediately for lack of a route would emit its error before a listener is attached.
 */
function pinnedTo(addresses: readonly Address[]): LookupFunction {
  return (_name, options, callback) => {
    setImmediate(() => {
      const [first] = addresses;
      if (options.all) callback(null, [...addresses]);
      else if (first) callback(null, first.address, first.family);
    });
  };
}
