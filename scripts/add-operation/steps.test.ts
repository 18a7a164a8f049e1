import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { edits } from './steps.ts';

it.each(edits)('CONTRIBUTING.md names $named in step $step', ({ step, named }) => {
  const page = readFileSync(fileURLToPath(new URL('../../CONTRIBUTING.md', import.meta.url)), 'utf8');
  const [, section = ''] = /## Add an operation\n([^]*?)\n## /.exec(page) ?? [];
  const steps = section.split(/^(?=\d+\. )/m);
  expect(steps.find((text) => text.startsWith(`${step}. `))).toContain(named);
});
