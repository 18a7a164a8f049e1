/** A dedupe store in Redis or Valkey, for receivers of several processes. */
import type { DedupeStore } from './lib/receiving/receive.ts';

/** Options of {@link createRedisDedupe}. */
export interface RedisDedupeOptions {
  /**
   * Sends a command, and returns its reply. With `redis`: `(command) => client.sendCommand(command)`. With `ioredis`:
   * `([name, ...args]) => client.call(name, ...args)`.
   */
  readonly send: (command: [string, ...string[]]) => Promise<unknown>;
  /** Comes before the id of an event in its key. Default `webhook_event:`. */
  readonly prefix?: string;
  /** The time for which a handled event is remembered, in seconds. Default 86400. The retries of the service end after 13 minutes. */
  readonly keepSeconds?: number;
  /** The time after which the next delivery may claim an event whose handler still runs, in seconds. Default 60. */
  readonly leaseSeconds?: number;
}

const done = 'done';
/** Deletes the key only if it still is this claim: another handler may have it after a lapse. */
const releaseScript = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";

/** Creates a dedupe store with one key for each event, which expires. Needs Redis 2.6.12 or newer. */
export function createRedisDedupe({
  send,
  prefix = 'webhook_event:',
  keepSeconds = 86_400,
  leaseSeconds = 60,
}: RedisDedupeOptions): DedupeStore {
  return {
    async claim(event_id) {
      const key = prefix + event_id;
      const token = crypto.randomUUID();
      const taken = await send(['SET', key, token, 'NX', 'EX', String(leaseSeconds)]);
      if (taken === null) return String(await send(['GET', key])) === done ? 'done' : 'busy';
      return {
        commit: async () => void (await send(['SET', key, done, 'EX', String(keepSeconds)])),
        release: async () => void (await send(['EVAL', releaseScript, '1', key, token])),
      };
    },
  };
}
