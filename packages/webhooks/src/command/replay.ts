import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createTestWebhook } from '../testing.ts';
import { secretFrom, urlFrom, UsageError } from './command.ts';
import type { Surroundings } from './command.ts';
import { postWebhook } from './post-webhook.ts';

/** Sends each line of a JSON Lines file, in order, signed afresh. */
export async function replay(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { secret: { type: 'string' } },
  });
  const [file, target] = positionals;
  if (file === undefined) throw new UsageError('No file to replay: booking-webhooks replay FILE URL.');
  const url = urlFrom(target);
  const secret = secretFrom(values.secret, surroundings);

  const lines = (await readFile(file, 'utf8')).split(/\r?\n/);
  let sent = 0;
  let accepted = 0;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const webhook = createTestWebhook(line, { secret });
    sent += 1;
    if (await postWebhook({ url, what: `line ${index + 1}`, webhook }, surroundings)) accepted += 1;
  }
  surroundings.write(`${accepted} of ${sent} accepted\n`);
  return sent > 0 && accepted === sent ? 0 : 1;
}
