import { describe, expect, it } from 'vitest';
import { judge, parseDeclarations } from '../../src/gate/diff.ts';
import { contracts } from '../support/contracts.ts';

const limit = { contract: 'public', pointer: '#/x-limits/default_limit', reason: 'The provider allows no more.' };

describe('parseDeclarations', () => {
  it.each(['', '# Only a comment.\n', '[]'])('reads none from %j', (text) => {
    expect(parseDeclarations(text, contracts)).toEqual([]);
  });

  it('reads pointers with their reasons', () => {
    const text = "- contract: public\n  pointer: '#/x-limits/default_limit'\n  reason: The provider allows no more.\n";
    expect(parseDeclarations(text, contracts)).toEqual([limit]);
  });

  it.each([
    { fault: 'a text that is not a list', text: 'pointer: x' },
    { fault: 'an entry without a contract', text: "- { pointer: '#/x', reason: y }" },
    { fault: 'an entry of an unknown contract', text: "- { contract: none, pointer: '#/x', reason: y }" },
    { fault: 'an entry without a reason', text: "- { contract: public, pointer: '#/x' }" },
    { fault: 'an entry with an empty reason', text: "- { contract: public, pointer: '#/x', reason: ' ' }" },
    { fault: 'an entry without a pointer', text: '- { contract: public, pointer: x, reason: y }' },
    { fault: 'an entry with another field', text: "- { contract: public, pointer: '#/x', reason: y, until: z }" },
    {
      fault: 'an entry twice',
      text: "- { contract: public, pointer: '#/x', reason: y }\n- { contract: public, pointer: '#/x', reason: z }",
    },
  ])('refuses $fault', ({ text }) => {
    expect(() => parseDeclarations(text, contracts)).toThrow(/declared|contract/);
  });

  it('reads the same pointer of two contracts', () => {
    const text = "- { contract: public, pointer: '#/x', reason: y }\n- { contract: admin, pointer: '#/x', reason: y }";
    expect(parseDeclarations(text, contracts)).toHaveLength(2);
  });
});

it('VER-2: applies a declaration to every finding at its pointer and to no other', () => {
  const finding = { rule: 'limits/lowered', pointer: limit.pointer, before: 300, after: 200, advice: 'Keep it.' };
  const other = { ...finding, pointer: '#/x-limits/default_limits' };
  const stale = { contract: 'public', pointer: '#/x-limits', reason: 'No such finding.' };
  expect(judge([finding, other, { ...finding, rule: 'limits/changed' }], [limit, stale])).toEqual({
    refused: [other],
    declared: [
      { finding, reason: limit.reason },
      { finding: { ...finding, rule: 'limits/changed' }, reason: limit.reason },
    ],
    stale: [stale],
  });
});
