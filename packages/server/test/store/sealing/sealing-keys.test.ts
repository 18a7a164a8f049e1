/** The rotation of the sealing key, its interruption, and the recovery from its loss. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createOrganization, type Store } from '../../../src/index.ts';
import { rotateSealingKey } from '../../../src/admin/organizations/sealing-keys.ts';
import type { AuditEntry } from '../../../src/store/access/audit-log.ts';
import { baseEngines } from '../../support/engines.ts';
import { both, makePlace, nextOnly, oldFirst, oldOnly } from './places.ts';
import { openSession } from '../../../src/domain/session.ts';

const now = new Date('2026-11-21T09:30:00.000Z');
const entry: AuditEntry = {
  id: 'aud_1',
  organization_id: null,
  created: now.toISOString(),
  actor: { kind: 'command', id: null, name: null },
  action: 'rotateSealingKey',
  target: null,
  details: {},
};

/** Creates organizations, the first with a prepared secret. Returns their ids. */
async function addOrganizations(store: Store, count: number) {
  const ids = Array.from({ length: count }, (_, number) => `org_${String(number).padStart(3, '0')}`);
  const rest = { created: now.toISOString(), webhook_url: null, rate_limit: 300, test_allowance: 100 };
  await Promise.all(
    ids.map((id, number) => {
      return store.createOrganization({ id, name: `Diner ${number}`, signing_secret: `whsec_${id}`, ...rest });
    }),
  );
  await store.prepareSecret({ organization_id: 'org_000', secret: 'whsec_next', created: now.toISOString() });
  return ids;
}

async function readSecrets(store: Store, ids: readonly string[]): Promise<(string | null | undefined)[][]> {
  const found = await Promise.all(ids.map((id) => store.findSecrets(id)));
  return found.map((secrets) => [secrets?.signing_secret, secrets?.prepared_secret]);
}

function expectedSecrets(ids: readonly string[]): (string | null)[][] {
  return ids.map((id) => [`whsec_${id}`, id === 'org_000' ? 'whsec_next' : null]);
}

/** A store whose changes fail after this many. */
function crashAfter(store: Store, changes: number): Store {
  let left = changes;
  const survive = () => {
    if (left === 0) throw new Error('crash');
    left -= 1;
  };
  return {
    ...store,
    async replaceSealedSecrets(change) {
      survive();
      return store.replaceSealedSecrets(change);
    },
    async replaceSealedCheck(check) {
      survive();
      return store.replaceSealedCheck(check);
    },
  };
}

describe.each(baseEngines)('%s', (engine) => {
  it('ORG-2: seals every secret again, over several pages, after which the new key alone opens them', async () => {
    await using place = await makePlace(engine);
    let ids: readonly string[] = [];
    {
      await using store = await place.open(oldOnly);
      ids = await addOrganizations(store, 102);
    }
    await expect(place.open(nextOnly)).rejects.toThrow('are sealed with another key than the one given');
    {
      await using store = await place.open(both);
      expect(await readSecrets(store, ids)).toEqual(expectedSecrets(ids));
      expect(await rotateSealingKey(store, { sealing: both, entry })).toEqual({ resealed: 102, unopened: [] });
      // Nothing is left, so nothing is recorded: the same entry could not be stored twice.
      expect(await rotateSealingKey(store, { sealing: both, entry })).toEqual({ resealed: 0, unopened: [] });
    }
    await expect(place.open(oldOnly)).rejects.toThrow('are sealed with another key than the one given');
    await using store = await place.open(nextOnly);
    expect(await readSecrets(store, ids)).toEqual(expectedSecrets(ids));
    expect(await store.listAuditEntries({ limit: 10 })).toStrictEqual([entry]);
  });

  it('ORG-2: continues after a crash at any point, and both keys open everything in between', async () => {
    await using place = await makePlace(engine);
    await using opened = await place.open(both);
    const ids = await addOrganizations(opened, 3);
    // The new store seals with the new key. Here the secrets are those of the old one.
    await rotateSealingKey(opened, { sealing: oldFirst, entry: { ...entry, id: 'aud_0' } });
    for (const survived of [0, 1, 2, 3]) {
      const crashing = crashAfter(opened, survived);
      const crashed = rotateSealingKey(crashing, { sealing: both, entry: { ...entry, id: `aud_a${survived}` } });
      await expect(crashed).rejects.toThrow('crash');
      expect(await readSecrets(opened, ids)).toEqual(expectedSecrets(ids));
      const continued = await rotateSealingKey(opened, { sealing: both, entry: { ...entry, id: `aud_b${survived}` } });
      expect(continued).toEqual({ resealed: 3 - survived, unopened: [] });
      expect(await readSecrets(opened, ids)).toEqual(expectedSecrets(ids));
      await rotateSealingKey(opened, { sealing: oldFirst, entry: { ...entry, id: `aud_c${survived}` } });
    }
  });

  it('ORG-5: keeps a secret that is activated while it is sealed again', async () => {
    await using place = await makePlace(engine);
    await using store = await place.open(both);
    const ids = await addOrganizations(store, 2);
    await rotateSealingKey(store, { sealing: oldFirst, entry: { ...entry, id: 'aud_0' } });
    const racing: Store = {
      ...store,
      async replaceSealedSecrets(change) {
        if (change.before.prepared_secret !== null) await store.activateSecret(change.before.organization_id);
        return store.replaceSealedSecrets(change);
      },
    };
    expect(await rotateSealingKey(racing, { sealing: both, entry })).toEqual({ resealed: 2, unopened: [] });
    expect(await readSecrets(store, ids)).toEqual([
      ['whsec_next', null],
      ['whsec_org_001', null],
    ]);
  });

  it('SES-4: counts the sessions that were created under either key', async () => {
    await using place = await makePlace(engine);
    const instants = [0, 1, 2].map((seconds) => new Date(now.getTime() + seconds * 1000).toISOString());
    const [first = '', second = '', third = ''] = instants;
    const of = { organization_id: 'org_000', destination: 'ada@diner.test' };
    const change = { ...of, forget_before: new Date(0) };
    {
      await using store = await place.open(oldOnly);
      await addOrganizations(store, 1);
      expect(await store.changeSessionCreations({ ...change, before: [], after: [first] })).toBe(true);
    }
    {
      await using store = await place.open(both);
      expect(await store.findSessionCreations(of)).toEqual([first]);
      expect(await store.changeSessionCreations({ ...change, before: [], after: [second] })).toBe(false);
      expect(await store.changeSessionCreations({ ...change, before: [first], after: [first, second] })).toBe(true);
      expect(await store.findSessionCreations(of)).toEqual([first, second]);
      const last = { before: [first, second], after: [first, second, third] };
      expect(await store.changeSessionCreations({ ...change, ...last })).toBe(true);
      expect(await store.changeSessionCreations({ ...change, ...last })).toBe(false);
      await rotateSealingKey(store, { sealing: both, entry });
    }
    await using store = await place.open(nextOnly);
    expect(await store.findSessionCreations(of)).toEqual(instants);
  });

  it('SES-5: checks the codes of sessions that were created under either key', async () => {
    await using place = await makePlace(engine);
    const of = { organization_id: 'org_000', id: 'ses_1' };
    {
      await using store = await place.open(oldOnly);
      await addOrganizations(store, 1);
      const [destination, code] = ['ada@diner.test', '424242'];
      const session = openSession(of.id, { channel: 'email', destination }, now);
      await store.createSession({ organization_id: of.organization_id, session, destination, code });
    }
    {
      await using store = await place.open(both);
      expect(await store.checkCode({ ...of, code: '424242' })).toBe('ada@diner.test');
      expect(await store.checkCode({ ...of, code: '424243' })).toBeUndefined();
      await rotateSealingKey(store, { sealing: both, entry });
    }
    // The old key is gone: the code is wrong, and nothing fails to open.
    await using store = await place.open(nextOnly);
    expect(await store.checkCode({ ...of, code: '424242' })).toBeUndefined();
  });

  it('ORG-2: shows and rotates the key by command, and names what no given key opens', async () => {
    await using place = await makePlace(engine);
    {
      await using store = await place.open(oldOnly);
      await addOrganizations(store, 2);
    }
    const unopened = `No given key opens the signing secrets of these organizations. Set BOOKING_SERVICE_SECOND_SEALING_KEY to the key that sealed them:\n  org_000  Diner 0\n  org_001  Diner 1`;
    expect(await place.run('sealing-key status', { keys: ['next'] })).toBe(
      `KEY       SECRETS  USE\n${nextOnly.key_id}  0        seals and opens\n${oldOnly.key_id}  3        not given\n\n${unopened}`,
    );
    const refused = await place.run('sealing-key rotate', { keys: ['next'], exitCode: 1 });
    expect(refused).toBe(`The secrets of 0 organizations are sealed again. ${unopened}`);
    const given = { keys: ['next', 'old'] } as const;
    expect(await place.run('sealing-key status', given)).toContain('Seal again: booking-service sealing-key rotate');
    expect(await place.run('sealing-key rotate', given)).toContain(
      `The secrets of 2 organizations are sealed again with the key ${nextOnly.key_id}.`,
    );
    expect(await place.run('sealing-key rotate', given)).toBe(
      `Nothing to do: every secret is sealed with the key ${nextOnly.key_id}.`,
    );
    expect(JSON.parse(await place.run('sealing-key status --json', { keys: ['next'] }))).toEqual({
      secrets: { [nextOnly.key_id]: 3 },
      unopened: [],
      current: true,
    });
    expect(await place.run('audit', { keys: ['next'] })).toContain(`key_id=${nextOnly.key_id}`);
  });

  it('ORG-2 ORG-5: recovers from a lost key with a new prepared secret for each organization', async () => {
    await using place = await makePlace(engine);
    {
      await using store = await place.open(oldOnly);
      await addOrganizations(store, 2);
    }
    const given = { keys: ['next'] } as const;
    expect(await place.run('sealing-key recover', given)).toMatch(/org_000 .*\n.*org_001[^]*Nothing was changed\./);
    await expect(place.open(nextOnly)).rejects.toThrow('another key');

    const list = JSON.parse(await place.run('sealing-key recover --key-lost --json', given)) as Record<
      string,
      string
    >[];
    const whsec = expect.stringMatching(/^whsec_[\w-]{43}$/);
    expect(list).toEqual([
      { organization_id: 'org_000', name: 'Diner 0', prepared_secret: whsec },
      { organization_id: 'org_001', name: 'Diner 1', prepared_secret: whsec },
    ]);
    expect(JSON.parse(await place.run('sealing-key recover --key-lost --json', given))).toEqual(list);
    await using store = await place.open(nextOnly);
    const added = await createOrganization(store, { name: 'Harbour', webhook_url: null }, now);
    await expect(store.findSecrets('org_000')).rejects.toThrow('The sealed text of org_000 does not open');
    for (const { organization_id = '' } of list) expect(await store.activateSecret(organization_id)).toBe(true);
    const ids = ['org_000', 'org_001', added.organization_id];
    expect(await readSecrets(store, ids)).toEqual([
      ...list.map(({ prepared_secret }) => [prepared_secret, null]),
      [added.signing_secret, null],
    ]);
    expect(await place.run('sealing-key recover --key-lost', given)).toBe(
      'Nothing to recover: every signing secret opens.',
    );
    const entries = await store.listAuditEntries({ limit: 10 });
    expect(entries.map(({ action, organization_id }) => [action, organization_id])).toEqual([
      ['replaceLostSecret', 'org_001'],
      ['replaceLostSecret', 'org_000'],
    ]);
  });
});

it('refuses the same key twice, and the folder of a sandbox', async () => {
  await using place = await makePlace('sqlite');
  const same = await place.run('sealing-key status', { keys: ['old', 'old'], exitCode: 2 });
  expect(same).toContain('BOOKING_SERVICE_SEALING_KEY and BOOKING_SERVICE_SECOND_SEALING_KEY are the same key.');
  const folder = place.environment['BOOKING_SERVICE_DATA'] ?? '';
  await writeFile(join(folder, 'sandbox-sealing.key'), `${Buffer.alloc(32, 7).toString('base64')}\n`);
  expect(await place.run('sealing-key rotate', { keys: ['next', 'old'], exitCode: 1 })).toBe(
    `${folder} is the folder of a sandbox, whose sealing key is never rotated.`,
  );
});
