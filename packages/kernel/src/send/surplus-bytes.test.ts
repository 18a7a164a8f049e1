/** Bytes that a receiver sends beyond its response (DLV-15). */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { openRawReceiver } from '../../test/support/network/raw-receiver.ts';
import { createKeptConnections } from './kept-connections.ts';
import { safePost } from './safe-post.ts';

const head = (...lines: string[]) => `HTTP/1.1 ${lines.join('\r\n')}\r\n\r\n`;
const noContent = head('204 No Content');
/** Real connections are not idle for too long on a busy computer. */
const patient = { idle_ms: 3_600_000 };

function post(
  url: string,
  { connections = createKeptConnections(patient), organization_id = 'org_a', body = '{}' } = {},
) {
  return safePost({ url, organization_id, headers: {}, body: Buffer.from(body), allowLoopback: true, connections });
}

const surplus: Readonly<Record<string, { readonly response: readonly string[]; readonly body: string }>> = {
  'a 204 with a body': { response: [head('204 No Content', 'Content-Length: 2'), 'ok'], body: '' },
  'a 204 with a chunked body': {
    response: [head('204 No Content', 'Transfer-Encoding: chunked'), '2\r\nok\r\n0\r\n\r\n'],
    body: '',
  },
  'a body longer than its length': { response: [head('200 OK', 'Content-Length: 2'), 'ok and more'], body: 'ok' },
  'a body after a length of 0': { response: [head('200 OK', 'Content-Length: 0'), '<html>'], body: '' },
  'bytes after the last chunk': {
    response: [head('200 OK', 'Transfer-Encoding: chunked'), '2\r\nok\r\n0\r\n\r\n', 'more'],
    body: 'ok',
  },
  'a body after Connection: close': { response: [head('204 No Content', 'Connection: close'), 'ok'], body: '' },
  'a second response': { response: [noContent, head('500 No', 'Content-Length: 2'), 'no'], body: '' },
  'an interim response after the response': { response: [noContent, head('103 Early Hints')], body: '' },
};

it.each(Object.keys(surplus))('DLV-15: %s in one packet has the outcome of its status', async (kind) => {
  const { response = [], body } = surplus[kind] ?? {};
  await using receiver = await openRawReceiver((socket) => socket.write(response.join('')));
  const connections = createKeptConnections(patient);
  for (const connectionsUsed of [1, 2]) {
    const status = Number(response[0]?.slice(9, 12));
    expect(await post(receiver.url, { connections })).toEqual({ status, body });
    // No connection with surplus bytes is used again.
    expect(receiver.sockets).toHaveLength(connectionsUsed);
  }
});

it.each(Object.keys(surplus))('DLV-15: %s in several packets has the outcome of its status', async (kind) => {
  const { response = [], body } = surplus[kind] ?? {};
  await using receiver = await openRawReceiver((socket) => void writeApart(socket, response));
  const status = Number(response[0]?.slice(9, 12));
  const connections = createKeptConnections(patient);
  expect(await post(receiver.url, { connections })).toEqual({ status, body });
  const [socket] = receiver.sockets;
  if (socket && !socket.closed) await once(socket, 'close');
});

/** Writes each part in a later turn of the event loop. */
async function writeApart(socket: Socket, parts: readonly string[]): Promise<void> {
  for (const part of parts) {
    socket.write(part);
    await new Promise((turn) => {
      setImmediate(turn);
    });
  }
}

it.each([
  ['100 Continue', head('100 Continue')],
  ['103 Early Hints', head('103 Early Hints', 'Link: </a>')],
])('accepts a 204 after %s, and uses the connection again', async (_name, interim) => {
  await using receiver = await openRawReceiver((socket) => socket.write(interim + noContent));
  const connections = createKeptConnections(patient);
  expect(await post(receiver.url, { connections })).toEqual({ status: 204, body: '' });
  expect(await post(receiver.url, { connections })).toEqual({ status: 204, body: '' });
  expect(receiver.sockets).toHaveLength(1);
});

it('accepts a response of HTTP/1.0 whose body ends with the connection', async () => {
  await using receiver = await openRawReceiver((socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nfine'));
  expect(await post(receiver.url)).toEqual({ status: 200, body: 'fine' });
});

it.each([
  ['a status line that is not HTTP', 'SMTP ready\r\n\r\n'],
  ['a status that is no number', 'HTTP/1.1 2xx OK\r\n\r\n'],
  ['a header without a colon', 'HTTP/1.1 200 OK\r\nbroken header\r\n\r\n'],
  ['a chunk whose length is no number', `${head('200 OK', 'Transfer-Encoding: chunked')}zz\r\n`],
])('DLV-4: fails the attempt for %s', async (_kind, response) => {
  await using receiver = await openRawReceiver((socket) => socket.end(response));
  expect(await post(receiver.url)).toEqual({ error: 'connection', cause: 'malformed_response' });
});

it('DLV-13: fails the attempt for a head that is too large', async () => {
  await using receiver = await openRawReceiver((socket) =>
    socket.write(head('200 OK', `X-Long: ${'x'.repeat(20_000)}`)),
  );
  expect(await post(receiver.url)).toEqual({ error: 'response_flood', cause: 'response_flood' });
});

it.each([
  ['a response', head('500 Stray', 'Content-Length: 5') + 'stray'],
  ['a part of a response', 'HTTP/1.1 500 Str'],
  ['an interim response', head('103 Early Hints')],
  ['a line break', '\r\n'],
])('DLV-15: does not write to a kept connection on which %s arrives first', async (_kind, stray) => {
  const requests: string[] = [];
  await using receiver = await openRawReceiver((socket, text) => {
    requests.push(text);
    socket.write(noContent);
  });
  const connections = createKeptConnections(patient);
  expect(await post(receiver.url, { connections })).toEqual({ status: 204, body: '' });
  // The bytes have not reached this end yet when the attempt takes the connection.
  receiver.sockets[0]?.write(stray);
  expect(await post(receiver.url, { connections })).toEqual({ status: 204, body: '' });
  expect([receiver.sockets.length, requests.length]).toEqual([2, 2]);
});

it('DLV-15: closes a connection whose receiver responds before it has read the request', async () => {
  // Larger than the buffers of a connection without a reader.
  const body = 'x'.repeat(16 * 1024 * 1024);
  await using receiver = await openRawReceiver((socket) => {
    socket.pause().removeAllListeners('data');
    socket.write(noContent);
  });
  expect(await post(receiver.url, { body })).toEqual({ status: 204, body: '' });
  const [socket] = receiver.sockets;
  if (socket) await once(socket.resume(), 'close');
});

it('DLV-15: a response that comes too late reaches no other organization', async () => {
  const stray = head('500 Stray', 'Content-Length: 0');
  let isFirst = true;
  await using receiver = await openRawReceiver((socket) => {
    // Responds a second time, when the next request is on its way.
    socket.write(isFirst ? noContent : stray + noContent);
    isFirst = false;
  });
  const connections = createKeptConnections(patient);
  expect(await post(receiver.url, { connections, organization_id: 'org_a' })).toEqual({ status: 204, body: '' });
  isFirst = true;
  expect(await post(receiver.url, { connections, organization_id: 'org_b' })).toEqual({ status: 204, body: '' });
  expect(receiver.sockets).toHaveLength(2);
});
