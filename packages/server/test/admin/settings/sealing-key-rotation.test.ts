/**
 * Rotates the sealing key while webhooks are delivered. The signing secrets stay the same.
 *
 * @module-tag slow
 */
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../src/command/run-command-line.ts';
import { baseEngines } from '../../support/engines.ts';
import { keyVariables } from '../../store/sealing/places.ts';
import { outcomesOf, patience, startLoad } from './load.ts';
import { openRealService } from './real-service.ts';
import { startOurReceiver } from './receivers.ts';

/** The webhooks that the receiver gets before the rotation, and again after it. */
const enough = 12;

describe.each(baseEngines)('%s', (engine) => {
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
