import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { SignatureErrorReason } from '../lib/verifying/signature-error.ts';
import { usualMistakes } from '../lib/verifying/usual-mistakes.ts';
import { createVerifier } from '../lib/verifying/verify.ts';
import { defineCommand, type Command, parseSeconds } from './define-command.ts';

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
    const verifier = createVerifier({
      secrets: [secret],
      clock: { now: () => new Date(now) },
      diagnose: usualMistakes,
    });
    const body = file === '-' ? await buffer(process.stdin) : await readFile(file);

    const found = verifier.check(body, header?.replace(/^service-signature:\s*/i, ''));
    if (found.ok) {
      const signed = new Date(found.timestamp * 1000).toISOString();
      write(`genuine: ${found.event.type} ${found.event.id}, signed at ${signed}\n`);
      return 0;
    }
    const { reason, hint, diagnosis } = found;
    const advice = advices[reason];
    write(`refused: ${reason}\n${diagnosis ?? hint}\n${advice === undefined ? '' : `${advice}\n`}`);
    return 1;
  },
});

/** Advice about the flags of this command, in addition to the hint. */
const advices: { readonly [reason in SignatureErrorReason]?: string } = {
  timestamp_too_old: 'For a request captured earlier, use --at with the time of its arrival.',
  timestamp_too_new:
    "For a sandbox whose clock was advanced, use --at with the sandbox's time. Its admin port returns it: GET /sandbox/clock.",
};
