/** The attackers on the computer that runs the service: another user, and a web page in its browser. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'node:http';
import { type Attack, callService, guest, listHoles, type Scene, supplierSecret } from './scene.ts';

const thefts = ({ victim }: Scene): Readonly<Record<string, object>> => {
  const of = `/organizations/${victim.organization_id}`;
  return {
    [`POST ${of}/signing-secret/reveal`]: {},
    [`POST ${of}/keys`]: { name: 'Thief', mode: 'live' },
    'POST /access-tokens': { name: 'Thief', role: 'operator' },
    'POST /organizations': { name: 'Thief' },
  };
};

/** Calls the admin port without a token, or with this one. Returns whether it is served. */
const isServed = async (scene: Scene, line: string, key?: string) => {
  const options = { ...(key && { key }), ...(line.startsWith('POST') && { body: thefts(scene)[line] }) };
  return (await callService(scene.service.adminUrl, line, options)).status < 400;
};

const secretsOf = ({ attacker, victim, token }: Scene): Readonly<Record<string, string>> => ({
  'an API key': attacker.keys.live,
  'another API key': victim.keys.live,
  'a signing secret': victim.signing_secret,
  'an access token': token,
  'a name': guest.first_name,
  'an e-mail address': guest.email,
  'a phone number': guest.phone,
  'the secret of a supplier': supplierSecret,
});

/** Creates a token of this role by the command, and uses it. */
async function useRole(scene: Scene, role: string): Promise<string> {
  const made = await scene.service.run(`access create --name Attack --role ${role} --json`);
  if (made.code !== 0) return `no role ${role}`;
  const { token } = JSON.parse(made.text) as { token: string };
  return `served: ${await listHoles(Object.keys(thefts(scene)), (line) => isServed(scene, line, token))}`;
}

/** Another user of the same computer: reaches every loopback port, reads what permissions allow, and sees every command line. */
export const localUser: readonly Attack[] = [
  {
    attack: 'calls the admin port without a token',
    expected: 'served: none',
    play: async (scene) => {
      const of = `/organizations/${scene.victim.organization_id}`;
      const lines = [
        'GET /organizations',
        'GET /metrics',
        'GET /providers',
        'GET /audit',
        'GET /access-tokens',
        `GET ${of}/bookings`,
        ...Object.keys(thefts(scene)),
      ];
      return `served: ${await listHoles(lines, (line) => isServed(scene, line))}`;
    },
  },
  ...['monitoring', 'support'].map((role) => ({
    attack: `reveals secrets and creates keys with a stolen token of the role ${role}`,
    expected: 'served: none',
    play: (scene: Scene) => useRole(scene, role),
  })),
  {
    attack: 'searches a guest who has no booking, so that no audit entry shows it',
    expected: '1 entry',
    play: async ({ admin, victim }) => {
      const of = `/organizations/${victim.organization_id}`;
      const count = async () => {
        const { data } = (await admin(`GET ${of}/audit`)).body as { data: readonly { action: string }[] };
        return data.filter((entry) => JSON.stringify(entry).includes('findGuestBookings')).length;
      };
      const before = await count();
      await admin(`POST ${of}/guest-search`, { contact: 'none@diner.test' });
      return `${(await count()) - before} entry`;
    },
  },
  {
    attack: 'reads the data folders',
    expected: 'readable: none',
    play: async ({ service, sandbox }) => {
      const isOpen = async (path: string) => ((await stat(path)).mode & 0o077) !== 0;
      // Other users cannot pass a closed folder.
      const folders: string[] = [];
      for (const { data } of [service, sandbox.service])
        if (await isOpen(data)) folders.push(...(await readdir(data)).map((name) => join(data, name)));
      return `readable: ${await listHoles(folders, isOpen)}`;
    },
  },
  {
    attack: 'reads the command line of the service',
    expected: 'seen: none',
    play: async (scene) => {
      const line = await readFile(`/proc/${scene.service.pid}/cmdline`, 'utf8').catch(() => '');
      const secrets = secretsOf(scene);
      return `seen: ${await listHoles(Object.keys(secrets), async (name) => line.includes(secrets[name] ?? ''))}`;
    },
  },
  {
    attack: 'starts a second service on the same data folder',
    expected: 'refused',
    play: async ({ service }) => {
      const providers = join(service.data, '../providers.yaml');
      const { code, text } = await service.run(`serve --providers ${providers} --port 7918 --admin-port 7919`);
      return code !== 0 && text.startsWith('Another process') ? 'refused' : text;
    },
  },
  {
    attack: 'reads the log of the service after all other attacks',
    expected: 'seen: none',
    play: async (scene) => {
      const log = scene.service.output();
      const secrets = secretsOf(scene);
      return `seen: ${await listHoles(Object.keys(secrets), async (name) => log.includes(secrets[name] ?? ''))}`;
    },
  },
];

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const origin = 'http://evil.test';
const form = 'application/x-www-form-urlencoded';

/** Servers of this computer that need no API key, with a path that anyone can read and one that changes something. */
const doors = ({ service, sandbox: { service: sandbox } }: Scene) => [
  { url: service.adminUrl, read: '/organizations', change: '/organizations' },
  { url: sandbox.adminUrl, read: '/organizations', change: '/sandbox/clock/advance' },
  { url: sandbox.receiverUrl, read: '/events', change: '/webhooks' },
  { url: service.dashboardUrl, read: '/', change: '/api/organizations' },
  { url: sandbox.dashboardUrl, read: '/', change: '/api/sandbox/clock/advance' },
];

/** Sends a request. A browser sets Host and Origin, which fetch does not let us set. */
async function send({ url, method, path, headers, body = '' }: Sent): Promise<{ status: number; allowed?: string }> {
  const response = Promise.withResolvers<{ status: number; allowed?: string }>();
  const sending = request(url + path, { method, headers, agent: false }, (res) => {
    const allowed = res.headers['access-control-allow-origin'];
    res.resume().once('end', () => response.resolve({ status: res.statusCode ?? 0, ...(allowed && { allowed }) }));
  });
  sending.once('error', () => response.resolve({ status: 0 }));
  sending.end(body);
  return response.promise;
}

// Each server refuses a foreign page with 403 before it reads anything else of the request.

/** A foreign page has no access token, so 401 refuses it as 403 does. */
const isAllowed = async (sent: Sent) => ![401, 403].includes((await send(sent)).status);
const nameOf = ({ url, method, path }: Sent) => `${method} ${url}${path}`;

/** A web page in the browser of someone whose computer runs the service. It can send requests anywhere and rebind its own name. */
export const webPage: readonly Attack[] = [
  {
    attack: 'rebinds its name to this computer and reads or changes',
    expected: 'not refused: none',
    play: async (scene) => {
      const cases = doors(scene).flatMap(({ url, read, change }) =>
        ['evil.test', 'localhost.evil.test', '127.0.0.1.evil.test:80'].flatMap((Host) => [
          { url, method: 'GET', path: read, headers: { Host } },
          {
            url,
            method: 'POST',
            path: change,
            headers: { Host, 'Content-Type': 'application/json' },
            body: '{"ms":60000}',
          },
        ]),
      );
      return `not refused: ${await listHoles(cases, isAllowed, nameOf)}`;
    },
  },
  {
    attack: 'sends forms and simple requests from its own origin',
    expected: 'not refused: none',
    play: async (scene) => {
      const cases = doors(scene).flatMap(({ url, change }) =>
        [form, 'text/plain', 'application/json'].flatMap((type) =>
          [origin, 'null'].map((Origin) => {
            const headers = { Origin, 'Content-Type': type, 'Sec-Fetch-Site': 'cross-site' };
            return { url, method: 'POST', path: change, headers, body: '{"ms":60000}' };
          }),
        ),
      );
      return `not refused: ${await listHoles(cases, isAllowed, nameOf)}`;
    },
  },
  {
    attack: 'reads responses from its own origin',
    expected: 'allowed: none',
    play: async (scene) => {
      const urls = [...doors(scene), { url: scene.service.url, read: '/v1/bookings' }];
      const cases = urls.flatMap(({ url, read }) =>
        ['GET', 'OPTIONS'].map((method) => ({
          url,
          method,
          path: read,
          headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
        })),
      );
      return `allowed: ${await listHoles(cases, async (sent) => (await send(sent)).allowed !== undefined, nameOf)}`;
    },
  },
  {
    attack: 'shows the dashboard in a frame',
    expected: 'framed: none',
    play: async ({ service, sandbox: { service: sandbox } }) => {
      const isFramed = async (url: string) => {
        const { headers } = await fetch(url);
        return !/frame-ancestors 'none'/.test(headers.get('content-security-policy') ?? '');
      };
      return `framed: ${await listHoles([service.dashboardUrl, sandbox.dashboardUrl], isFramed)}`;
    },
  },
];
