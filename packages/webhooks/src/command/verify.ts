import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { usualMistakes } from '../lib/verifying/usual-mistakes.ts';
import { createVerifier } from '../lib/verifying/verify.ts';
import { secondsFrom, secretFrom, UsageError } from './command.ts';
import type { Surroundings } from './command.ts';

/** Verifies a captured request, and says why it fails. */
export async function verify(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      body: { type: 'string' },
      header: { type: 'string' },
      at: { type: 'string' },
      secret: { type: 'string' },
    },
  });
  const { body: file, header, at } = values;
  if (file === undefined)
    throw new UsageError('No body to verify: give --body FILE, or --body - for the standard input.');
  const secrets = [secretFrom(values.secret, surroundings)];
  const now = at === undefined ? Date.now() : secondsFrom('at', at) * 1000;
  const verifier = createVerifier({ secrets, now: () => now, diagnose: usualMistakes });
  const body = file === '-' ? await buffer(process.stdin) : await readFile(file);

  const found = verifier.check(body, header?.replace(/^service-signature:\s*/i, ''));
  if (found.ok) {
    const signed = new Date(found.timestamp * 1000).toISOString();
    surroundings.write(`genuine: ${found.event.type} ${found.event.id}, signed at ${signed}\n`);
    return 0;
  }
  const { reason, hint, diagnosis } = found;
  const older =
    reason === 'timestamp_too_old' ? '\nFor a request captured earlier give --at with the time it arrived.' : '';
  surroundings.write(`refused: ${reason}\n${diagnosis ?? hint}${older}\n`);
  return 1;
}
