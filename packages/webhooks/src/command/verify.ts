import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { usualMistakes } from '../lib/verifying/usual-mistakes.ts';
import { createVerifier } from '../lib/verifying/verify.ts';
import { defineCommand, type Command } from './define-command.ts';
import { parseSeconds } from './parse-flags.ts';

export const verify: Command = defineCommand({
  text: 'Verifies a captured request. If it fails, prints the reason and the fix.',
  arguments: [],
  flags: {
    body: { value: 'FILE', text: 'The exact bytes of the body; - reads standard input.', required: true },
    header: { value: 'VALUE', text: 'The value of the Service-Signature header.' },
    at: { value: 'SECONDS', text: 'The Unix time at which the request arrived. Default: now.' },
  },
  async run({ body: file, header, at }, { secret, write }) {
    const now = at === undefined ? Date.now() : parseSeconds('at', at) * 1000;
    const verifier = createVerifier({ secrets: [secret], now: () => now, diagnose: usualMistakes });
    const body = file === '-' ? await buffer(process.stdin) : await readFile(file);

    const found = verifier.check(body, header?.replace(/^service-signature:\s*/i, ''));
    if (found.ok) {
      const signed = new Date(found.timestamp * 1000).toISOString();
      write(`genuine: ${found.event.type} ${found.event.id}, signed at ${signed}\n`);
      return 0;
    }
    const { reason, hint, diagnosis } = found;
    const older =
      reason === 'timestamp_too_old' ? '\nFor a request captured earlier, use --at with the time of its arrival.' : '';
    write(`refused: ${reason}\n${diagnosis ?? hint}${older}\n`);
    return 1;
  },
});
