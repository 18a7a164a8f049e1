import { it } from 'vitest';
import { notOnMock } from './not-on-mock.ts';
import { openTarget, targetKind, type Target } from './target.ts';

/** A test against whatever CLIENT_TARGET names. What the mock cannot do is skipped there, with its reason from the list. */
export function serviceTest(title: string, test: (target: Target) => Promise<void>): void {
  it(title, async ({ skip }) => {
    const reason = Object.hasOwn(notOnMock, title) ? notOnMock[title] : undefined;
    if (targetKind === 'prism-mock' && reason !== undefined) skip(reason);
    await using target = await openTarget();
    await test(target);
  });
}

/** Asks the mock for one of the contract's examples; the service itself takes no notice. */
export function asking(status: number, example?: string): { readonly headers: Readonly<Record<string, string>> } {
  const prefer = [`code=${status}`, ...(example === undefined ? [] : [`example=${example}`])].join(', ');
  return { headers: targetKind === 'prism-mock' ? { Prefer: prefer } : {} };
}
