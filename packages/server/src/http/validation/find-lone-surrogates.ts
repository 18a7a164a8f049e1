import type { ErrorDetail } from '@booking-service/contract';
import { longestDetail, toToken } from './error-details.ts';

/**
 * Half a surrogate pair, which JSON can escape and UTF-8 has no bytes for: nothing could keep it as it is. One detail for
 * each text that holds one; the contract's patterns cannot say it, as not every engine compiles surrogates.
 */
export function findLoneSurrogates(body: unknown): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  // What is left is a list that grows as it is read, not a recursion: a body may be nested deeper than the stack.
  const left: { readonly node: unknown; readonly path: string }[] = [{ node: body, path: '' }];
  for (const { node, path } of left) {
    if (typeof node === 'string') {
      if (!node.isWellFormed())
        details.push({ in: 'body', path: path.slice(0, longestDetail), message: 'holds half a character' });
    } else if (typeof node === 'object' && node !== null) {
      for (const [name, child] of Object.entries(node)) {
        if (name.isWellFormed()) left.push({ node: child, path: `${path}/${toToken(name)}` });
        else
          details.push({
            in: 'body',
            path: path.slice(0, longestDetail),
            message: 'has a name that holds half a character',
          });
      }
    }
  }
  return details;
}
