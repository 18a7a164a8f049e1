/** graphile-worker with a hundred jobs at once and a pool as large as the service's. */
import { makeWorkerUtils, run, Logger } from 'graphile-worker';
import { Pool } from 'pg';
import { attempt, createHistory, newJob, type Job } from './attempt.ts';
import type { OpenSender } from './sender.ts';

const logger = new Logger(() => () => undefined);

export const open: OpenSender = async ({ database }) => {
  const pool = new Pool({ connectionString: database, max: 16 });
  // graphile-worker requires both listeners.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  await createHistory(pool);
  const utils = await makeWorkerUtils({ pgPool: pool, logger });
  await utils.migrate();
  return {
    async add({ url, count }) {
      const jobs = Array.from({ length: count }, () => newJob(url));
      await pool.query(
        `SELECT graphile_worker.add_jobs(array(
           SELECT json_populate_record(null::graphile_worker.job_spec, job) FROM json_array_elements($1::json) AS job
         ))`,
        [JSON.stringify(jobs.map((payload) => ({ identifier: 'webhook', payload, max_attempts: 4 })))],
      );
    },
    async start() {
      await run({
        pgPool: pool,
        concurrency: 100,
        pollInterval: 1_000,
        noHandleSignals: true,
        logger,
        // Only this program adds jobs.
        taskList: { webhook: (payload) => attempt(payload as Job, pool) },
      });
    },
  };
};
