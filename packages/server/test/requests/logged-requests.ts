import type { LoggedRequest, LoggedRequestList } from '@booking-service/contract';
import { vi } from 'vitest';
import type { EngineWorld } from '../support/engines.ts';

/** Returns the newest `count` requests of the log, newest first, once they are stored. A request is noted after its response was sent. */
export async function readLog(
  world: Pick<EngineWorld, 'call' | 'clock'>,
  count: number,
  { key = 'test', query = '' }: { key?: string; query?: string } = {},
): Promise<readonly LoggedRequest[]> {
  return vi.waitFor(
    async () => {
      await world.clock.advance(1_000);
      const { status, body } = await world.call<LoggedRequestList>('GET', `/v1/requests${query}`, { key });
      if (status !== 200 || body.data.length !== count)
        throw new Error(`The log has ${body.data?.length} requests, not ${count}: ${JSON.stringify(body)}`);
      return body.data;
    },
    { timeout: 30_000 },
  );
}
