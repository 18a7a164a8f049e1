/**
 * A process that keeps COUNT hostile connections open: node hostile.ts URL KIND COUNT [BEARER]. The connections come from
 * the addresses 127.0.0.2 and following. A peer ignores FIN and never ends its side. Three seconds after the service ended
 * its side, the peer destroys the connection; ten seconds later it opens a new one. The process prints one line of JSON
 * each second, until its standard input ends.
 */
import { connect } from 'node:net';
import { isHostileKind, type HostileReport } from './hostile-kinds.ts';

const [target = '', kind = '', count = '', bearer = ''] = process.argv.slice(2);
const { hostname, port } = new URL(target);
if (!isHostileKind(kind)) throw new Error(`${kind} is not a kind of hostile connection.`);

const addresses = 200;
const ignoreFinFor_ms = 3000;
const reopenAfter_ms = 10_000;
const drip_ms = 5000;
const report: HostileReport = { opened: 0, open: 0, closed: 0, refused: 0 };
const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: 127.0.0.1', `Authorization: Bearer ${bearer}`, ...headers].join('\r\n');

const behaviors = {
  'five bytes': { first: 'abc\r\n' },
  silent: { first: '' },
  'dripping head': { first: `${head('POST /v1/venues/search')}\r\nX: `, drip: 'x' },
  'slow body': {
    first: `${head('POST /v1/venues/search', 'Content-Type: application/json', 'Content-Length: 1000')}\r\n\r\n{`,
    drip: ' ',
  },
  'responses that are never read': { first: `${head('GET /v1/nothing')}\r\n\r\n`.repeat(2), paused: true },
} satisfies Record<string, { first: string; drip?: string; paused?: boolean }>;

const behavior: { first: string; drip?: string; paused?: boolean } = behaviors[kind];

function open(slot: number): void {
  const localAddress = `127.0.0.${2 + (slot % addresses)}`;
  const socket = connect({ host: hostname, port: Number(port), localAddress, allowHalfOpen: true });
  let connected = false;
  let dripping: NodeJS.Timeout | undefined;
  if (behavior.paused === true) socket.pause();
  else socket.resume();
  socket.on('error', () => undefined);
  socket.once('connect', () => {
    connected = true;
    report.opened += 1;
    report.open += 1;
    socket.write(behavior.first);
    if (behavior.drip !== undefined) dripping = setInterval(() => socket.write(behavior.drip ?? ''), drip_ms);
  });
  // The peer sends no FIN. Its end stays open until it is destroyed, the service resets it, or the process ends.
  socket.once('end', () => setTimeout(() => socket.destroy(), ignoreFinFor_ms));
  socket.once('close', () => {
    clearInterval(dripping);
    if (connected) {
      report.open -= 1;
      report.closed += 1;
    } else report.refused += 1;
    setTimeout(open, reopenAfter_ms, slot);
  });
}

// Opens 200 connections every 20 ms, because the system's queue of new connections is short.
for (let slot = 0; slot < Number(count); slot += 1) setTimeout(open, Math.floor(slot / 200) * 20, slot);
setInterval(() => console.log(JSON.stringify(report)), 1000);
process.stdin.resume().once('end', () => process.exit());
