import { readFile } from 'node:fs/promises';
import { eventTypes } from '../lib/events.ts';
import type { EventType } from '../lib/events.ts';
import { createTestEvent, createTestWebhook } from '../testing.ts';
import { defineCommand, type Command } from './define-command.ts';
import { parseUrl } from './parse-flags.ts';
import { postWebhook } from './post-webhook.ts';
import { UsageError } from './usage-error.ts';

const usualType: EventType = 'booking.confirmed';

export const send: Command = defineCommand({
  text: 'Sends one signed test event.',
  arguments: ['URL'],
  flags: {
    type: { value: 'TYPE', text: `The type of the event. Default: ${usualType}.` },
    id: { value: 'ID', text: 'The id of the event. Default: a new one.' },
    body: { value: 'FILE', text: 'Sends the bytes of this file instead of an event.' },
  },
  async run({ URL, type, id, body: file }, surroundings) {
    const url = parseUrl(URL);
    const event = file ?? createTestEvent(parseType(type), id === undefined ? {} : { id });
    const isFile = typeof event === 'string';
    const webhook = createTestWebhook(isFile ? await readFile(event) : event, { secret: surroundings.secret });
    const name = isFile ? event : `${event.type} ${event.id}`;
    return (await postWebhook({ url, name, webhook }, surroundings)) ? 0 : 1;
  },
});

function parseType(text: string = usualType): EventType {
  const type = eventTypes.find((known) => known === text);
  if (type) return type;
  throw new UsageError(`${text} is not an event type. Use one of ${eventTypes.join(', ')}.`);
}
