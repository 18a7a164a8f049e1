import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { readBytes } from '../../src/http/exchange.ts';

it('END-12: does not wait for the body of a caller that has closed the connection', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: service.test\r\nContent-Length: 10\r\n\r\nhalf');
  const [req] = (await once(server, 'request')) as [IncomingMessage];
  const gone = once(req, 'close').catch(() => undefined);
  req.once('error', () => undefined);
  socket.destroy();
  await gone;
  await expect(readBytes(req, 100)).rejects.toMatchObject({ code: 'invalid_request' });
  server.close();
});
