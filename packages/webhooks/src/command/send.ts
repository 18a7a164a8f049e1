import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { eventTypes } from '../lib/events.ts';
import type { EventType } from '../lib/events.ts';
import { createTestEvent, createTestWebhook } from '../testing.ts';
import { secretFrom, urlFrom, UsageError } from './command.ts';
import type { Surroundings } from './command.ts';
import { postWebhook } from './post-webhook.ts';

/** Sends one signed test event to a URL. */
export async function send(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      type: { type: 'string', default: 'booking.confirmed' },
      id: { type: 'string' },
      body: { type: 'string' },
      secret: { type: 'string' },
    },
  });
  const url = urlFrom(positionals[0]);
  const secret = secretFrom(values.secret, surroundings);
  const event = values.body === undefined ? createTestEvent(typeFrom(values.type), idOption(values.id)) : undefined;
  const webhook = createTestWebhook(event ?? (await readFile(values.body ?? '')), { secret });
  const what = event ? `${event.type} ${event.id}` : String(values.body);
  return (await postWebhook({ url, what, webhook }, surroundings)) ? 0 : 1;
}

function typeFrom(text: string): EventType {
  const type = eventTypes.find((known) => known === text);
  if (type) return type;
  throw new UsageError(`${text} is no event type: give one of ${eventTypes.join(', ')}.`);
}

function idOption(id: string | undefined): { id?: string } {
  return id === undefined ? {} : { id };
}
