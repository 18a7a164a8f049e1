/** An endpoint in its own process: responds to POST / at once and to POST /hang never. GET /received returns the counts and waits. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const waits: number[] = [];
let first = 0;
let last = 0;

const server = createServer((req, res) => {
  if (req.url === '/received') {
    res.end(JSON.stringify({ count: waits.length, first, last, waits }));
    return;
  }
  let text = '';
  req.setEncoding('utf8');
  req.on('data', (part: string) => (text += part));
  req.once('end', () => {
    if (req.url === '/hang') return;
    last = Date.now();
    first ||= last;
    // The service's own event.
    const { created } = JSON.parse(text) as { created: string };
    waits.push(last - Date.parse(created));
    res.writeHead(204).end();
  });
});
server.listen(0, '127.0.0.1', () => {
  // A server that listens on a port has an address of this form.
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
