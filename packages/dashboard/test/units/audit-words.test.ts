import { expect, it } from 'vitest';
import { actionText, actorKind, actorText, auditedActions } from '../../src/screens/audit/audit-words.ts';

it('names each action in words', () => {
  expect(['createApiKey', 'setWebhookUrl', 'revealSigningSecret'].map(actionText)).toEqual([
    'Create API key',
    'Set webhook URL',
    'Reveal signing secret',
  ]);
});

it('offers every operation that changes something, and no other', () => {
  expect(auditedActions).toEqual(expect.arrayContaining(['createApiKey', 'setStanding', 'revealSigningSecret']));
  expect(auditedActions).not.toContain('listApiKeys');
});

it('names the person, and otherwise how the action came', () => {
  const person = { kind: 'access_token', id: 'tok_1', name: 'Ada Byron' } as const;
  expect([actorText(person), actorKind(person)]).toEqual(['Ada Byron', 'Access token']);
  const command = { kind: 'command', id: null, name: null } as const;
  expect([actorText(command), actorKind(command)]).toEqual(['Command', null]);
});
