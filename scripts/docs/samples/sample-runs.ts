import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { operationTable, type EventMap, type OperationId } from '@booking-service/contract';
import { openWorld } from '@booking-service/server/testing';
import { expect } from 'vitest';
import { freePort, listening, root, run } from './sample-programs.ts';
import { operations, usual, webhooks } from './sample-worlds.ts';

/** Runs the sample of an operation against a world of its own, and returns its output. It must succeed and write no error. */
export async function runOperation(name: OperationId, program: string, args: readonly string[]): Promise<string> {
  const { before } = operations[name] ?? usual;
  await using world = await openWorld();
  const variables = (await before?.(world)) ?? {};
  const key = world.organization.keys[operationTable[name].live_key ? 'live' : 'test'];
  const env = { BOOKING_BASE_URL: world.url, BOOKING_API_KEY: key, ...variables };
  const { code, stdout, stderr } = await run(program, args, env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

/** Runs the sample of a webhook as the endpoint of a world, triggers the webhook once, and returns the output of the sample. */
export async function runReceiver(
  type: keyof EventMap,
  program: string,
  args: readonly string[],
): Promise<{ readonly printed: string; readonly booking: string }> {
  const port = await freePort();
  // The sample compares signatures with the computer's time, so the world starts at the current time.
  const start = new Date();
  const organization = { webhook_url: `http://127.0.0.1:${port}/webhooks` };
  await using world = await openWorld({ start, organization });
  const { signing_secret } = world.organization;
  const env = { PATH: process.env['PATH'], BOOKING_WEBHOOK_SECRET: signing_secret, PORT: String(port) };
  const receiver = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = text(receiver.stdout);
  const errors = text(receiver.stderr);
  try {
    await listening(port, receiver);
    const { BOOKING_ID } = await webhooks[type].trigger(world);
    await world.clock.advance(30_000);
    receiver.kill();
    expect(await errors).toBe('');
    return { printed: await printed, booking: BOOKING_ID };
  } finally {
    receiver.kill('SIGKILL');
  }
}
