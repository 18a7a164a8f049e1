/** Another user of the same computer: reaches every loopback port, reads what permissions allow, and sees every command line. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { listHoles, type Attack } from './attack.ts';
import { callService, guest, type Scene, supplierSecret } from './scene.ts';

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
