import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { listen } from '../../src/http/http-server.ts';
import { sendResponse, type HttpResponse } from '../../src/http/exchange.ts';

/** Sends the response over a real connection. Returns what arrives. */
async function receive(response: HttpResponse) {
  const server = createServer((_req, res) => sendResponse(res, response));
  const { url } = await listen(server, { host: '127.0.0.1', port: 0 });
  const { headers, ...received } = await fetch(url, { headers: { Connection: 'close' } }).then(async (arrived) => ({
    headers: arrived.headers,
    text: await arrived.text(),
  }));
  server.close();
  await once(server, 'close');
  return { ...received, type: headers.get('content-type'), length: Number(headers.get('content-length')) };
}

const json = 'application/json; charset=utf-8';

it.each([
  { name: 'ASCII', loan: { owner: 'Ada' }, bytes: 16 },
  { name: 'Latin-1', loan: { owner: 'Zoë' }, bytes: 17 },
  { name: 'other characters', loan: { owner: '雨💧' }, bytes: 20 },
])('sends the same bytes for a body and for its JSON text: $name', async ({ loan, bytes }) => {
  const text = JSON.stringify(loan);
  const expected = { text: `${text}\n`, type: json, length: bytes };
  expect(await receive({ status: 200, body: loan })).toEqual(expected);
  expect(await receive({ status: 200, bodyText: text })).toEqual(expected);
});

it('sends a string body unchanged', async () => {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
  expect(await receive({ status: 200, headers, body: 'é' })).toEqual({
    text: 'é',
    type: headers['Content-Type'],
    length: 2,
  });
});
