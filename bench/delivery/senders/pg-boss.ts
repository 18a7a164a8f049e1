/** pg-boss with ten workers, each with up to ten jobs at once, at its shortest polling interval. */
import { Pool } from 'pg';
import { PgBoss } from 'pg-boss';
import { attempt, createHistory, newJob, type Job } from './attempt.ts';
import type { OpenSender } from './sender.ts';

const queue = 'webhooks';

export const open: OpenSender = async ({ database }) => {
  const pool = new Pool({ connectionString: database, max: 16 });
  pool.on('error', () => undefined);
  await createHistory(pool);
  const boss = new PgBoss({ connectionString: database, max: 16 });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.createQueue(queue, { retryLimit: 3, retryDelay: 30, expireInSeconds: 30 });
  return {
    async add({ url, count }) {
      await boss.insert(
        queue,
        Array.from({ length: count }, () => ({ data: newJob(url) })),
      );
    },
    async start() {
      const options = { batchSize: 10, localConcurrency: 10, pollingIntervalSeconds: 0.5, burstWhenBatchFull: true };
      await boss.work<Job>(queue, options, async (jobs) => {
        const outcomes = await Promise.allSettled(jobs.map(({ data }) => attempt(data, pool)));
        const failed = jobs.filter((_job, index) => outcomes[index]?.status === 'rejected').map(({ id }) => id);
        if (failed.length > 0) await boss.fail(queue, failed);
      });
    },
  };
};
