import { test, type TestAPI } from 'vitest';
import { notOnMock } from './not-on-mock.ts';
import { openTarget, targetKind, type Target } from './target.ts';

/** A test against whatever CLIENT_TARGET names. What the mock cannot do is skipped there, with its reason from the list. */
export const it: TestAPI<{ target: Target }> = test.extend<{ target: Target }>({
  target: async ({ task, skip }, use) => {
    const reason = Object.hasOwn(notOnMock, task.name) ? notOnMock[task.name] : undefined;
    if (targetKind === 'prism-mock' && reason !== undefined) skip(reason);
    await using target = await openTarget();
    await use(target);
  },
});

/** Asks the mock for one of the contract's examples; the service itself takes no notice. */
export function asking(status: number, example?: string): { readonly headers: Readonly<Record<string, string>> } {
  const prefer = [`code=${status}`, ...(example === undefined ? [] : [`example=${example}`])].join(', ');
  return { headers: targetKind === 'prism-mock' ? { Prefer: prefer } : {} };
}
