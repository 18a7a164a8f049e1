/**
 * Rotates signing secrets, and the sealing key, while webhooks are delivered.
 *
 * @module-tag slow
 */
import type { PreparedSecret, Settings, SigningSecrets } from '@booking-service/contract/admin';
import { describe, expect, it } from 'vitest';
import { baseEngines } from '../../support/engines.ts';
import { callAdmin } from '../../support/worlds/admin-world.ts';
import {
  openRealService,
  outcomesOf,
  patience,
  type RealOrganization,
  type RealService,
  type Receiver,
  startLoad,
  startOurReceiver,
  startPythonReceiver,
} from './real-service.ts';
import { runCommandLine } from '../../../src/command/run-command-line.ts';
import { keyVariables } from '../../store/sealing/places.ts';

/** The webhooks that each phase of the rotation waits for, at each receiver. */
const enough = 12;

interface Rotation {
  readonly organization: RealOrganization;
  readonly receiver: Receiver;
  prepare(): Promise<string>;
  activate(): Promise<void>;
}

describe.each(baseEngines)('signing secrets, on %s', (engine) => {
  it(
    'ORG-5 DLV-6: rotates a signing secret under load without a lost or refused webhook, at our receiver and at one in Python',
    { timeout: 900_000 },
    async () => {
      await using ours = await startOurReceiver();
      await using python = await startPythonReceiver();
      await using service = await openRealService(engine);
      const rotations = [
        byHttp(service, { organization: await service.addOrganization({ webhook_url: ours.url }), receiver: ours }),
        byCommand(service, {
          organization: await service.addOrganization({ webhook_url: python.url }),
          receiver: python,
        }),
      ];
      const old = new Map<Rotation, string>();
      for (const rotation of rotations) {
        const { signing_secret } = rotation.organization;
        old.set(rotation, signing_secret);
        await rotation.receiver.useSecrets([signing_secret]);
      }
      await using load = startLoad(
        service,
        rotations.map(({ organization }) => organization),
      );

      await untilVerified(rotations, { secret: 0 });
      for (const rotation of rotations) {
        const next = await rotation.prepare();
        await rotation.receiver.useSecrets([next, old.get(rotation) ?? '']);
      }
      // A prepared secret signs nothing.
      await untilVerified(rotations, { secret: 1 });
      const before = rotations.map(({ receiver }) => countOf(receiver, 0));
      for (const rotation of rotations) await rotation.activate();
      const sinceThen = () => rotations.map(({ receiver }, index) => countOf(receiver, 0) - (before[index] ?? 0));
      await expect.poll(sinceThen, patience).toSatisfy(isEnough);

      const created = await load.end();
      for (const [index, { receiver }] of rotations.entries()) {
        // A webhook whose connection failed on a busy computer comes with its retry, 30 seconds later.
        const eventIds = () => new Set(receiver.verified.map(({ event_id }) => event_id)).size;
        await expect.poll(eventIds, patience).toBe(2 * (created[index] ?? 0));
        expect(receiver.refused).toEqual([]);
      }
      expect(await outcomesOf(service)).toContain('succeeded');
      // A refused webhook gets 400.
      expect(await outcomesOf(service)).not.toContain('status');
    },
  );
});

function countOf({ verified }: Receiver, secret: number): number {
  return verified.filter((each) => each.secret === secret).length;
}

/** Waits until every receiver has verified enough webhooks with the secret at this index. */
async function untilVerified(rotations: readonly Rotation[], { secret }: { secret: number }): Promise<void> {
  const counts = () => rotations.map(({ receiver }) => countOf(receiver, secret));
  await expect.poll(counts, patience).toSatisfy(isEnough);
}

function isEnough(counts: readonly number[]): boolean {
  return counts.every((count) => count >= enough);
}

function byHttp(service: RealService, parts: Pick<Rotation, 'organization' | 'receiver'>): Rotation {
  const path = `/organizations/${parts.organization.id}/signing-secret` as const;
  const options = { headers: service.operator };
  return {
    ...parts,
    async prepare() {
      const { body } = await callAdmin<PreparedSecret>(service.adminUrl, `POST ${path}/prepare`, options);
      return body.signing_secret;
    },
    async activate() {
      const { status, body } = await callAdmin<Settings>(service.adminUrl, `POST ${path}/activate`, options);
      expect([status, body.secret_prepared_at]).toEqual([200, null]);
    },
  };
}

function byCommand(service: RealService, parts: Pick<Rotation, 'organization' | 'receiver'>): Rotation {
  const { id } = parts.organization;
  return {
    ...parts,
    async prepare() {
      const { signing_secret } = JSON.parse(await service.run(`org secret prepare ${id} --json`)) as PreparedSecret;
      const shown = JSON.parse(await service.run(`org secret show ${id} --json`)) as SigningSecrets;
      expect(shown.prepared?.signing_secret).toBe(signing_secret);
      return signing_secret;
    },
    async activate() {
      expect(await service.run(`org secret activate ${id}`)).toContain(`${id} signs with the new secret`);
    },
  };
}

describe.each(baseEngines)('the sealing key, on %s', (engine) => {
  it(
    'ORG-2 DLV-6: rotates the sealing key under load without a failed delivery, and signs with the same secret',
    { timeout: 900_000 },
    async () => {
      await using receiver = await startOurReceiver();
      await using service = await openRealService(engine, { variables: keyVariables('next', 'old') });
      // The command has the old key alone, so these secrets are sealed with it.
      const organization = await service.addOrganization({ webhook_url: receiver.url });
      await receiver.useSecrets([organization.signing_secret]);
      const runWith = async (line: string, variables: Record<string, string>) => {
        const ended = await runCommandLine(line.split(' '), { ...service.environment, ...variables });
        expect(ended).toMatchObject({ exitCode: 0 });
        return ended.text;
      };
      await using load = startLoad(service, [organization]);
      const untilMore = async (than: number) => {
        await expect.poll(() => receiver.verified.length, patience).toBeGreaterThanOrEqual(than + enough);
      };

      await untilMore(0);
      expect(await runWith('sealing-key rotate', keyVariables('next', 'old'))).toContain(
        '1 organization are sealed again',
      );
      await untilMore(receiver.verified.length);
      expect(await runWith('sealing-key status', keyVariables('next'))).toContain('Every secret is sealed with');
      expect(await runWith(`org secret show ${organization.id}`, keyVariables('next'))).toContain(
        organization.signing_secret,
      );

      const [created = 0] = await load.end();
      const eventIds = () => new Set(receiver.verified.map(({ event_id }) => event_id)).size;
      await expect.poll(eventIds, patience).toBe(2 * created);
      expect(receiver.refused).toEqual([]);
      const outcomes = await outcomesOf(service);
      expect(outcomes).toContain('succeeded');
      expect(outcomes).not.toContain('status');
    },
  );
});
