/** @module-tag needs-openssl */
import { createServer } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCertificate, createDatedCertificate, type Certificate } from '../../test/support/network/certificate.ts';
import { listenOnLoopback } from '../../test/support/network/listen-on-loopback.ts';
import { openRawReceiver } from '../../test/support/network/raw-receiver.ts';
// @boundaries-ignore the ports of the tests of every package come from one place
import { freePorts } from '../../../server/test/support/processes/free-ports.ts';
import { createKeptConnections } from './kept-connections.ts';
import { safePost } from './safe-post.ts';

const trusted = getCACertificates('default');
let certificates: Readonly<Record<'valid' | 'expired' | 'early' | 'unknown', Certificate>>;
beforeAll(() => {
  certificates = {
    valid: createCertificate(['receiver.test']),
    expired: createDatedCertificate('receiver.test', [-3, -1]),
    early: createDatedCertificate('receiver.test', [1, 3]),
    unknown: createCertificate(['receiver.test']),
  };
  const { unknown: _unknown, ...known } = certificates;
  setDefaultCACertificates(Object.values(known).map(({ cert }) => cert));
});
afterAll(() => setDefaultCACertificates(trusted));

function post(url: string) {
  return safePost({
    url,
    organization_id: 'org_test',
    headers: {},
    body: Buffer.from('{}'),
    allowLoopback: true,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    connections: createKeptConnections(),
  });
}

it.each([
  ['expired', 'receiver.test', 'tls_certificate_expired'],
  ['early', 'receiver.test', 'tls_certificate_not_yet_valid'],
  ['unknown', 'receiver.test', 'tls_untrusted'],
  ['valid', 'other.test', 'tls_name_mismatch'],
] as const)('DLV-7: the cause of a certificate that is %s at %s is %s', async (kind, host, cause) => {
  const server = createServer(certificates[kind], (_req, res) => res.writeHead(204).end());
  await using closing = new AsyncDisposableStack();
  closing.defer(() => void server.close());
  const { port } = new URL(await listenOnLoopback(server));
  expect(await post(`https://${host}:${port}/`)).toEqual({ error: 'connection', cause });
});

it('DLV-7: the cause of a port without a listener is connection_refused', async () => {
  const [port] = await freePorts();
  for (const protocol of ['http', 'https']) {
    const result = await post(`${protocol}://receiver.test:${port}/`);
    expect(result).toEqual({ error: 'connection', cause: 'connection_refused' });
  }
});

it.each([
  ['that is closed without a response', '', 'connection_reset'],
  ['that is closed inside the head', 'HTTP/1.1 200 OK\r\nContent-', 'connection_reset'],
  ['that is closed inside the body', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf', 'response_incomplete'],
  ['that is not HTTP', 'SMTP ready\r\n', 'malformed_response'],
  ['that switches protocols', 'HTTP/1.1 101 Odd\r\nConnection: Upgrade\r\nUpgrade: odd\r\n\r\n', 'malformed_response'],
])('DLV-7: the cause of a response %s', async (_kind, response, cause) => {
  await using receiver = await openRawReceiver((socket) => socket.end(response));
  expect(await post(receiver.url)).toEqual({ error: 'connection', cause });
});

it('DLV-7: the cause of a receiver that speaks no TLS is tls_failed', async () => {
  await using receiver = await openRawReceiver((socket) => socket.end('220 ready\r\n'));
  expect(await post(receiver.url.replace('http', 'https'))).toEqual({ error: 'connection', cause: 'tls_failed' });
});
