/**
 * Webhooks through an outbound proxy: of a service in this process, and of `serve` as a process.
 *
 * @module-tag needs-openssl
 */
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createVerifier } from '@booking-service/webhooks';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMetrics } from '../../src/admin/metrics/metrics.ts';
import { createBookingServer } from '../../src/create-booking-server.ts';
// @boundaries-ignore receivers and proxies of tests come from one place
import { type Certificate, createCertificate } from '../../../kernel/test/support/network/certificate.ts';
// @boundaries-ignore receivers and proxies of tests come from one place
import { openConnectProxy } from '../../../kernel/test/support/network/connect-proxy.ts';
import { emptyStore, readDeliveries } from '../support/databases.ts';
import { engines, openWorldOn } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';
import { pendingProvider } from '../support/providers.ts';
// @boundaries-ignore receivers and proxies of tests come from one place
import { openTlsReceiver, type TlsReceiver } from '../../../kernel/test/support/network/tls-receiver.ts';
import { openSqliteStore } from '../../src/index.ts';
import { testSealing } from '../../src/testing.ts';
import { freePorts } from '../support/processes/free-ports.ts';
import { createDatabase, environment, lineOf, prepare } from '../support/processes/served.ts';
import {
  book,
  eventually,
  openFolder,
  runCommand,
  startCommand,
  startOnFreePorts,
} from '../support/processes/server-process.ts';

const [address, neighbour] = ['93.184.215.14', '93.184.215.15'];

describe('a service', () => {
  const trusted = getCACertificates('default');
  let certificate: Certificate;
  beforeAll(() => {
    certificate = createCertificate([address, neighbour]);
    setDefaultCACertificates([certificate.cert]);
  });
  afterAll(() => setDefaultCACertificates(trusted));

  describe.each(engines)('%s', (engine) => {
    it('DLV-1 SIG-1 ORG-6: sends webhooks through the proxy, and only the log and the metrics show that it failed', async () => {
      await using receiver = await openTlsReceiver(certificate);
      await using proxy = await openConnectProxy({
        routes: { [`${address}:8443`]: receiver.port, [`${neighbour}:8443`]: receiver.port },
        credentials: 'booking:swordfish',
      });
      const lines: string[] = [];
      const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
      const clock = { now: () => new Date() };
      const metrics = createMetrics({ store: emptyStore, clock, log });
      await using world = await openWorldOn(engine, {
        providers: [pendingProvider],
        webhookProxy: `http://booking:swordfish@${proxy.host}`,
        log,
        observer: metrics.observer,
      });
      const { store, organization } = world;
      const other = await world.addOrganization({ webhook_url: `https://${neighbour}:8443/other` });
      await store.setWebhookUrl(organization.organization_id, `https://${address}:8443/webhooks`);
      const bookOne = (key?: string) => world.call('POST', '/v1/bookings', { body: newBooking(), ...(key && { key }) });

      // Ends the first tick, which could make the first attempt now.
      await world.clock.advance(1);
      // The first attempt is refused by the proxy.
      proxy.statuses.push(407);
      await bookOne();
      await world.clock.advance(30_000);
      const [failed] = await readDeliveries(store);
      expect(failed?.attempts).toMatchObject([{ status: null, error: 'connection', answer: null }]);
      expect(JSON.stringify(failed)).not.toMatch(/proxy|"status":407|swordfish/);
      const fault = {
        error: 'connection',
        status: null,
        proxy: { error: 'refused', status: 407 },
        host: `${address}:8443`,
      };
      expect(linesOf(lines, 'a webhook attempt failed')).toMatchObject([fault]);

      // At the second attempt, the proxy cannot reach the receiver.
      proxy.statuses.push(502);
      await world.clock.advance(30_000);
      const counted = (await metrics.text()).match(
        /(?<=^booking_service_webhook_proxy_errors_total\{error=)\S+ [1-9]\d*$/gm,
      );
      expect(counted).toEqual(['"refused"} 1', '"receiver_unreachable"} 1']);
      await world.clock.advance(90_000);

      // Both organizations use the proxy; each tunnel belongs to one of them.
      await bookOne(other.keys.test);
      await world.clock.advance(30_000);
      for (const [url, secret] of [
        ['/webhooks', organization.signing_secret],
        ['/other', other.signing_secret],
      ] as const) {
        const webhook = receiver.received.find((each) => each.url === url);
        const signature = webhook?.headers['service-signature'];
        const verifier = createVerifier({ secrets: [secret], clock: world.clock });
        expect(verifier.check(webhook?.text ?? '', String(signature))).toMatchObject({ ok: true });
      }
      expect(receiver.received).toHaveLength(2);
      expect(proxy.asked.map(({ target }) => target).toSorted()).toEqual(
        [...Array.from({ length: 3 }, () => `${address}:8443`), `${neighbour}:8443`].toSorted(),
      );

      const secrets = ['swordfish', Buffer.from('booking:swordfish').toString('base64'), proxy.host];
      const everything = [...lines, await metrics.text(), JSON.stringify(await readDeliveries(store))].join('\n');
      expect(secrets.filter((secret) => everything.includes(secret))).toEqual([]);
    });
  });

  it('ORG-6: a private address is refused, and the proxy gets no request', async () => {
    await using proxy = await openConnectProxy({ routes: {} });
    await using world = await openWorldOn('sqlite', {
      providers: [pendingProvider],
      webhookProxy: `http://${proxy.host}`,
      allowLoopbackWebhooks: false,
      webhookPrivateNetworks: ['10.1.0.0/16'],
    });
    for (const [host, error] of [
      ['10.2.0.5', 'address_refused'],
      ['169.254.169.254', 'address_refused'],
      ['10.1.0.5', 'connection'],
    ]) {
      await world.store.setWebhookUrl(world.organization.organization_id, `https://${host}/`);
      await world.call('POST', '/v1/bookings', { body: newBooking(), headers: { 'Idempotency-Key': `${host}` } });
      await world.clock.advance(30_000);
      const [newest] = await readDeliveries(world.store);
      expect(newest?.attempts).toMatchObject([{ error }]);
    }
    // A listed network is reached through the proxy too. The earlier deliveries are retried to the current URL.
    expect(new Set(proxy.asked.map(({ target }) => target))).toEqual(new Set(['10.1.0.5:443']));
  });

  it('a service does not start with a proxy of another kind, and the message does not contain its URL', async () => {
    await using world = await openWorldOn('sqlite');
    const options = { store: world.store, suppliers: [], webhookProxy: 'socks5://user:swordfish@proxy.test' };
    expect(() => createBookingServer(options)).toThrow(
      /^The webhook proxy must be the URL of an HTTP proxy, such as \S+\. Its value is not shown, because it may be secret\.$/,
    );
  });
});

function linesOf(lines: readonly string[], msg: string): object[] {
  return lines.map((line) => JSON.parse(line) as { readonly msg: string }).filter((line) => line.msg === msg);
}

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

describe('serve', () => {
  it.concurrent('serve sends webhooks through the proxy, and shows no credentials', longest, async () => {
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
    const place = [
      '--data',
      prepared.data,
      '--providers',
      prepared.providers,
      '--port',
      port,
      '--admin-port',
      adminPort,
    ];
    await using service = startCommand(['serve', ...place, '--tick', '1'], {
      environment: { ...environment, NODE_EXTRA_CA_CERTS: authority, BOOKING_SERVICE_WEBHOOK_PROXY_FILE: secret },
    });
    const url = /http:\S+/.exec(await service.printed('Stop: Ctrl-C'))?.[0] ?? '';
    await book({ ...service, url, keys, receiverUrl: '', adminUrl: '', welcome: '' });
    expect(await verifiedBy(receiver, signing_secret)).toMatchObject({ ok: true });
    expect(new Set(proxy.asked.map(({ target }) => target))).toEqual(new Set([`${address}:8443`]));

    const metrics = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
    const { stdout, stderr } = await service.end('SIGTERM');
    expect(stderr).toContain(
      '"error":"connection","cause":"host_unreachable","proxy":{"error":"refused","status":503}',
    );
    const encoded = Buffer.from('booking:swordfish').toString('base64');
    for (const text of ['swordfish', encoded, proxy.host]) expect(metrics + stdout + stderr).not.toContain(text);
  });

  it.concurrent('serve --sandbox sends webhooks to an own receiver through the proxy', longest, async () => {
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

  it.concurrent('serve refuses a wrong proxy and a password in a flag, without showing them', longest, async () => {
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
  });
});
