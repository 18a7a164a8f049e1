/** Bytes that are not quite HTTP. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { once } from 'node:events';
// @boundaries-ignore the attacks send the bytes that the tests send
import { openRaw, sendRaw } from '../../packages/server/test/support/raw/raw-http.ts';
import { listHoles, type Attack } from './attack.ts';

const smuggled = 'GET /v1/bookings/bkg_smuggled HTTP/1.1\r\nHost: a\r\n\r\n';
const search = (...headers: string[]) => ['POST /v1/venues/search HTTP/1.1', 'Host: a', ...headers].join('\r\n');
const json = 'Content-Type: application/json';

/** Each has at most one response, which is a refusal. What follows it never gets one. */
const malformed: Readonly<Record<string, string>> = {
  'bytes of TLS': '\u0016\u0003\u0001\0\u0005',
  'HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'no Host': `GET /v1/venues HTTP/1.1\r\n\r\n${smuggled}`,
  'bare line feeds': `GET /v1/venues HTTP/1.1\nHost: a\n\n${smuggled}`,
  'length and chunks': `${search(json, 'Content-Length: 5', 'Transfer-Encoding: chunked')}\r\n\r\n0\r\n\r\n${smuggled}`,
  'two lengths': `${search(json, 'Content-Length: 2', 'Content-Length: 60')}\r\n\r\n{}${smuggled}`,
  'a signed length': `${search(json, 'Content-Length: +2')}\r\n\r\n{}${smuggled}`,
  'a folded coding': `${search(json, 'Transfer-Encoding:', ' chunked')}\r\n\r\n0\r\n\r\n${smuggled}`,
  'a space before a colon': `${search(json, 'Content-Length : 2')}\r\n\r\n{}${smuggled}`,
  'a chunk size with a sign': `${search(json, 'Transfer-Encoding: chunked')}\r\n\r\n+2\r\n{}\r\n0\r\n\r\n${smuggled}`,
  'a NUL in a header': `${search('X: a\0b')}\r\n\r\n${smuggled}`,
  'a header of 40,000 bytes': `${search(`X: ${'x'.repeat(40_000)}`)}\r\n\r\n${smuggled}`,
  '5,000 headers': `${search(...Array.from({ length: 5000 }, () => 'X:'))}\r\n\r\n${smuggled}`,
};

export const rawAttacks: readonly Attack[] = [
  {
    attack: `sends ${Object.keys(malformed).length} malformed requests, most with a request hidden behind them`,
    expected: 'accepted: none',
    play: async ({ service }) => {
      const isAccepted = async (name: string) => {
        const responses = await sendRaw(service.url, Buffer.from(malformed[name] ?? '', 'latin1'), {
          end: 'after bytes',
        });
        return responses.length > 1 || responses.some(({ status }) => status < 400 || status > 499 || status === 404);
      };
      return `accepted: ${await listHoles(Object.keys(malformed), isAccepted)}`;
    },
  },
  {
    attack: 'sends two Host headers',
    expected: '400',
    play: async ({ service, attacker }) => {
      const key = `Authorization: Bearer ${attacker.keys.live}`;
      const bytes = `${search('Host: b', key, json, 'Connection: close', 'Content-Length: 2')}\r\n\r\n{}`;
      return (await sendRaw(service.url, bytes)).map(({ status }) => status).join(', ');
    },
  },
  {
    attack: 'opens a tunnel with CONNECT and resets it, 50 times',
    expected: 'refused',
    play: async ({ service }) => {
      for (let count = 0; count < 50; count += 1) {
        const socket = openRaw(service.url);
        await once(socket, 'connect');
        socket.write(`CONNECT 127.0.0.1:1 HTTP/1.1\r\nHost: a\r\n\r\n${'x'.repeat(100_000)}`);
        await nextTurn();
        socket.resetAndDestroy();
      }
      return 'refused';
    },
  },
];
