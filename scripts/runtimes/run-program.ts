import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Check } from './check.ts';

/** Runs the check as a program in Node or Bun. Returns its output. */
export function runProgram(binary: string, { folder, name, service }: Check): string {
  const program = join(folder, name, 'program.mjs');
  const env = { ...process.env, NODE_NO_WARNINGS: '1' };
  return execFileSync(binary, [program, JSON.stringify(service)], { encoding: 'utf8', cwd: folder, env }).trim();
}
