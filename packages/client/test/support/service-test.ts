import { test, type TestAPI } from 'vitest';
import { notOnMock } from './not-on-mock.ts';
import { openTarget, targetKind, type Target } from './target.ts';

/** A test against the target of CLIENT_TARGET. On the mock it skips the tests of `notOnMock`, with their reason. */
export const it: TestAPI<{ target: Target }> = test.extend<{ target: Target }>({
  target: async ({ task, skip }, use) => {
    const reason = Object.hasOwn(notOnMock, task.name) ? notOnMock[task.name] : undefined;
    if (targetKind === 'prism-mock' && reason !== undefined) skip(reason);
    await using target = await openTarget();
    await use(target);
  },
});

/** Returns call options that select an example of the contract on the mock. The service gets no header. */
export function preferring(status: number, example?: string): { readonly headers: Readonly<Record<string, string>> } {
  const prefer = [`code=${status}`, ...(example === undefined ? [] : [`example=${example}`])].join(', ');
  return { headers: targetKind === 'prism-mock' ? { Prefer: prefer } : {} };
}
