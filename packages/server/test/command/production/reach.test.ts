/**
 * A service behind HAProxy and nginx, read by Prometheus. Each is on an address of its own, as on computers of their own.
 *
 * @module-tag slow needs-haproxy needs-nginx needs-openssl needs-prometheus
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { runCommandLine } from '../../../src/command/run-command-line.ts';
// @boundaries-ignore the certificates of tests come from one place
import { createCertificate } from '../../../../kernel/test/support/network/certificate.ts';
import { freePorts } from '../../support/processes/free-ports.ts';
import { createDatabase, environment, prepare, serve } from '../../support/processes/served.ts';

const service = '127.0.0.2';
const operators = '127.0.0.3';

it('is reached by load balancers, Prometheus and the people who run it, on other computers', async () => {
  await using opened = new AsyncDisposableStack();
  const prepared = opened.use(await prepare());
  await createDatabase(prepared.data);
  const folder = join(prepared.data, '..');
  const [port, adminPort, proxyPort, statsPort] = await freePorts();
  const [tlsPort, prometheusPort, dashboardPort] = await freePorts();
  const write = async (name: string, content: string) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  const start = (program: string, ...args: string[]) => {
    const child = spawn(program, args, { stdio: 'ignore' });
    const ended = once(child, 'close');
    opened.defer(async () => void (child.kill() && (await ended)));
  };

  const addresses = ['--host', service, '--port', port, '--admin-host', operators, '--admin-port', adminPort];
  const dashboard = ['--dashboard-port', dashboardPort, '--dashboard-url', `https://dashboard.test:${tlsPort}`];
  const flags = [...addresses, ...dashboard];
  opened.use(await serve(prepared, ...flags));
  const create = 'access create --name Prometheus --role monitoring --json --data'.split(' ');
  const { token } = JSON.parse((await runCommandLine([...create, prepared.data], environment)).text);

  // HAProxy sends HTTP/1.0 without a Host header, and takes the server as soon as it is ready.
  const haproxy = `
defaults
  mode http
  timeout connect 5s
  timeout client 90s
  timeout server 90s
listen booking-service
  bind 127.0.0.1:${proxyPort}
  option httpchk GET /readyz
  server one ${service}:${port} check inter 100ms
listen statistics
  bind 127.0.0.1:${statsPort}
  stats enable
  stats uri /
`;
  start('haproxy', '-db', '-f', await write('haproxy.cfg', haproxy));
  const checked = async () => {
    const rows = await fetch(`http://127.0.0.1:${statsPort}/;csv`).then((response) => response.text(), String);
    return rows.split('\n').find((row) => row.startsWith('booking-service,one,'));
  };
  await expect.poll(checked).toMatch(/,UP,.*,L7OK,/);
  expect((await fetch(`http://127.0.0.1:${proxyPort}/v1/bookings`)).status).toBe(401);

  const { key, cert } = createCertificate(['dashboard.test']);
  const nginx = `
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/nginx.log;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${tlsPort} ssl;
    server_name dashboard.test;
    ssl_certificate ${await write('certificate.pem', cert)};
    ssl_certificate_key ${await write('key.pem', key)};
    location / {
      proxy_pass http://${operators}:${dashboardPort};
      proxy_set_header Host $http_host;
    }
  }
}
`;
  start('nginx', '-c', await write('nginx.conf', nginx), '-e', join(folder, 'nginx.log'));
  const page = () => getByTls({ port: tlsPort, ca: cert, name: 'dashboard.test' });
  await expect.poll(page).toMatchObject({ status: 200, body: expect.stringContaining('<div id="dashboard">') });

  const tokenFile = await write('token', token);
  const prometheus = `
scrape_configs:
  - job_name: booking-service
    scrape_interval: 1s
    static_configs: [{ targets: ['${operators}:${adminPort}'] }]
    authorization: { credentials_file: ${tokenFile} }
`;
  const config = `--config.file=${await write('prometheus.yml', prometheus)}`;
  const place = `--storage.tsdb.path=${join(folder, 'metrics')}`;
  start('prometheus', config, place, `--web.listen-address=127.0.0.1:${prometheusPort}`);
  const targets = `http://127.0.0.1:${prometheusPort}/api/v1/targets`;
  const scraped = () => fetch(targets).then((response) => response.text(), String);
  await expect.poll(scraped).toContain('"health":"up"');
});

/** Requests the page of the dashboard from the proxy with TLS. */
async function getByTls({ port, ca, name }: { readonly port: string; readonly ca: string; readonly name: string }) {
  const headers = { Host: `${name}:${port}` };
  const sent = request({ host: '127.0.0.1', port, ca, servername: name, headers, agent: false }).end();
  try {
    const [response] = await once(sent, 'response');
    return { status: response.statusCode as number, body: await text(response) };
  } catch (error) {
    return { status: 0, body: String(error) };
  }
}
