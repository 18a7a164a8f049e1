/**
 * `serve` with an outbound proxy for webhooks, as a process.
 * @module-tag needs-openssl
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createVerifier } from '@booking-service/webhooks';
import { it } from 'vitest';
import { openSqliteStore } from '../../../src/index.ts';
import { testSealing } from '../../../src/testing.ts';
// @boundaries-ignore receivers and proxies of tests come from one place
import { createCertificate } from '../../../../kernel/test/support/network/certificate.ts';
// @boundaries-ignore receivers and proxies of tests come from one place
import { openConnectProxy } from '../../../../kernel/test/support/network/connect-proxy.ts';
import { freePorts } from '../../support/processes/free-ports.ts';
import { createDatabase, environment, lineOf, prepare } from '../../support/processes/served.ts';
import {
  book,
  eventually,
  openFolder,
  runCommand,
  startCommand,
  startOnFreePorts,
} from '../../support/processes/server-process.ts';
// @boundaries-ignore receivers and proxies of tests come from one place
import { openTlsReceiver, type TlsReceiver } from '../../../../kernel/test/support/network/tls-receiver.ts';

const address = '93.184.215.14';
const longest = { timeout: 240_000 };

/** Opens a receiver, the proxy to it, and a folder with the certificate that it needs. */
async function openReceiver() {
  const certificate = createCertificate([address]);
  await using opened = new AsyncDisposableStack();
  const receiver = opened.use(await openTlsReceiver(certificate));
  const routes = { [`${address}:8443`]: receiver.port };
  const proxy = opened.use(await openConnectProxy({ routes, credentials: 'booking:swordfish' }));
  const { path: folder } = opened.use(await openFolder());
  const authority = join(folder, 'authority.pem');
  await writeFile(authority, certificate.cert);
  const running = opened.move();
  return { receiver, proxy, folder, authority, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** Waits for a webhook and verifies it. */
async function verifiedBy({ received }: TlsReceiver, secret: string): Promise<{ readonly ok: boolean }> {
  const [webhook] = await eventually(
    async () => received,
    ({ length }) => length > 0,
  );
  const signature = String(webhook?.headers['service-signature']);
  return createVerifier({ secrets: [secret] }).check(webhook?.text ?? '', signature);
}

it.concurrent('serve sends webhooks through the proxy, and shows no credentials', longest, async ({ expect }) => {
  await using opened = await openReceiver();
  const { receiver, proxy, authority, folder } = opened;
  // The first attempt fails. The next event does not wait for its retry.
  proxy.statuses.push(503);
  await using prepared = await prepare();
  const { organization_id, keys, signing_secret } = await createDatabase(prepared.data);
  {
    await using store = openSqliteStore(prepared.data, { sealing: testSealing });
    await store.setWebhookUrl(organization_id, `https://${address}:8443/webhooks`);
  }
  const secret = join(folder, 'proxy');
  await writeFile(secret, `http://booking:swordfish@${proxy.host}\n`, { mode: 0o600 });

  const [port, adminPort] = await freePorts();
  const place = ['--data', prepared.data, '--providers', prepared.providers, '--port', port, '--admin-port', adminPort];
  await using service = startCommand(['serve', ...place, '--tick', '1'], {
    environment: { ...environment, NODE_EXTRA_CA_CERTS: authority, BOOKING_SERVICE_WEBHOOK_PROXY_FILE: secret },
  });
  const url = /http:\S+/.exec(await service.printed('Stop: Ctrl-C'))?.[0] ?? '';
  await book({ ...service, url, keys, receiverUrl: '', adminUrl: '', welcome: '' });
  expect(await verifiedBy(receiver, signing_secret)).toMatchObject({ ok: true });
  expect(new Set(proxy.asked.map(({ target }) => target))).toEqual(new Set([`${address}:8443`]));

  const metrics = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
  const { stdout, stderr } = await service.end('SIGTERM');
  expect(stderr).toContain('"error":"connection","cause":"host_unreachable","proxy":{"error":"refused","status":503}');
  const encoded = Buffer.from('booking:swordfish').toString('base64');
  for (const text of ['swordfish', encoded, proxy.host]) expect(metrics + stdout + stderr).not.toContain(text);
});

it.concurrent('serve --sandbox sends webhooks to an own receiver through the proxy', longest, async ({ expect }) => {
  await using opened = await openReceiver();
  const { receiver, proxy, authority, folder } = opened;
  await using sandbox = await startOnFreePorts(folder, {
    environment: {
      NODE_EXTRA_CA_CERTS: authority,
      BOOKING_SERVICE_WEBHOOK_PROXY: `http://booking:swordfish@${proxy.host}`,
      BOOKING_SERVICE_WEBHOOK_URL: `https://${address}:8443/webhooks`,
    },
  });
  const welcome = await sandbox.printed('Stop: Ctrl-C');
  const [, url = ''] = /Service +(http:\S+)/.exec(welcome) ?? [];
  const [, test = ''] = /Test key +(\S+)/.exec(welcome) ?? [];
  const [, secret = ''] = /Secret +(whsec_\S+)/.exec(welcome) ?? [];
  await book({ ...sandbox, url, keys: { test, live: '' }, receiverUrl: '', adminUrl: '', welcome });
  expect(await verifiedBy(receiver, secret)).toMatchObject({ ok: true });
  expect(proxy.asked[0]?.target).toBe(`${address}:8443`);
});

it.concurrent(
  'serve refuses a wrong proxy and a password in a flag, without showing them',
  longest,
  async ({ expect }) => {
    await using prepared = await prepare();
    const place = ['serve', '--data', prepared.data, '--providers', prepared.providers];
    const proxy = 'http://booking:swordfish@proxy.test:3128';
    const [inFlag, wrong] = await Promise.all([
      runCommand([...place, '--webhook-proxy', proxy], { environment }),
      runCommand(place, { environment: { ...environment, BOOKING_SERVICE_WEBHOOK_PROXY: `${proxy}/path` } }),
    ]);
    expect(lineOf(inFlag, 2)).toBe(
      '--webhook-proxy must not contain a password, because other users can read a command line. Set the whole URL in BOOKING_SERVICE_WEBHOOK_PROXY or in the configuration file.',
    );
    expect(lineOf(wrong, 2)).toBe(
      'BOOKING_SERVICE_WEBHOOK_PROXY must be the URL of an HTTP proxy, such as http://proxy.example.com:3128. Its value is not shown, because it may be secret.',
    );
  },
);
