import { readFile } from 'node:fs/promises';
import { createTestWebhook } from '../testing.ts';
import { defineCommand, type Command } from './define-command.ts';
import { parseUrl } from './parse-flags.ts';
import { postWebhook } from './post-webhook.ts';

export const replay: Command = defineCommand({
  text: 'Sends each line of a JSON Lines file, in order, with a new signature.',
  arguments: ['FILE', 'URL'],
  flags: {},
  async run({ FILE, URL }, surroundings) {
    const url = parseUrl(URL);
    const lines = (await readFile(FILE, 'utf8')).split(/\r?\n/);
    let sent = 0;
    let accepted = 0;
    for (const [index, line] of lines.entries()) {
      if (line.trim() === '') continue;
      const webhook = createTestWebhook(line, { secret: surroundings.secret });
      sent += 1;
      if (await postWebhook({ url, name: `line ${index + 1}`, webhook }, surroundings)) accepted += 1;
    }
    surroundings.write(`${accepted} of ${sent} accepted\n`);
    return sent > 0 && accepted === sent ? 0 : 1;
  },
});
