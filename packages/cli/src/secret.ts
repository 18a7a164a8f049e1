import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { CommandError, type Surroundings } from './command.ts';

/** The flags of a command with a signing secret. A secret itself is never a flag: other users can read a command line. */
export interface SecretFlags {
  readonly secretFile?: string;
}

export function addSecretFlag(command: Command, otherwise = ''): Command {
  return command.option(
    '--secret-file <FILE>',
    `a file that contains the signing secret (default: BOOKING_WEBHOOK_SECRET${otherwise})`,
  );
}

/** Returns the signing secret that the user has chosen; undefined if there is none. */
export function readSecret(
  { secretFile: file }: SecretFlags,
  environment: Surroundings['environment'],
): string | undefined {
  const text = file === undefined ? environment['BOOKING_WEBHOOK_SECRET'] : readSecretFile(file);
  if (text?.trim() !== '') return text?.trim();
  const source = file ?? 'BOOKING_WEBHOOK_SECRET';
  throw new CommandError(`The signing secret in ${source} is empty. Set one, or leave it out: listen makes one.`, {
    exitCode: 2,
  });
}

function readSecretFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `Cannot read the file of --secret-file: ${reason}. Name a file with the signing secret.`;
    throw new CommandError(message, { exitCode: 2, cause });
  }
}
