/** The pages follow the contract: if a value changes in the contract, it changes on the pages. */
import type { BundledContract } from '@booking-service/toolkit';
import { expect, it } from 'vitest';
import { readPublicContract } from '../../contract-files.ts';
import { ownPages } from './own-pages.ts';

const contract = readPublicContract();

function textOf(changed: Partial<BundledContract>): string {
  return ownPages.map(({ write }) => write({ ...contract, ...changed })).join('\n');
}

it.each([
  {
    value: 'the window',
    changed: { 'x-limits': { ...contract['x-limits'], window_seconds: 77 } },
    text: '1 min 17 s',
  },
  {
    value: 'the time after which a run is given up',
    changed: { 'x-runs': { ...contract['x-runs'], give_up_after_seconds: 3601 } },
    text: '1 h 1 s',
  },
  {
    value: 'the code of the sandbox',
    changed: { 'x-sandbox': { ...contract['x-sandbox'], code: '191919' } },
    text: '`191919`',
  },
])('shows $value', ({ changed, text }) => {
  expect(textOf({})).not.toContain(text);
  expect(textOf(changed)).toContain(text);
});
