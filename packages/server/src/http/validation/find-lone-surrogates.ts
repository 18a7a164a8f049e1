import type { ErrorDetail } from '@booking-service/contract';
import { maxDetailLength, toToken } from './error-details.ts';

/**
 * Returns one detail per text with a lone surrogate. JSON can escape a lone surrogate, but UTF-8 has no bytes for it, so no database
 * or webhook could keep it. The contract's patterns do not exclude it, because not every regex engine compiles surrogates.
 */
export function findLoneSurrogates(body: unknown): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  // A list that grows while it is read replaces a recursion: a body can be nested deeper than the stack.
  const left: { readonly node: unknown; readonly path: string }[] = [{ node: body, path: '' }];
  for (const { node, path } of left) {
    if (typeof node === 'string') {
      if (!node.isWellFormed())
        details.push({ in: 'body', path: path.slice(0, maxDetailLength), message: 'contains a lone surrogate' });
    } else if (typeof node === 'object' && node !== null) {
      for (const [name, child] of Object.entries(node)) {
        if (name.isWellFormed()) left.push({ node: child, path: `${path}/${toToken(name)}` });
        else
          details.push({
            in: 'body',
            path: path.slice(0, maxDetailLength),
            message: 'has a name with a lone surrogate',
          });
      }
    }
  }
  return details;
}
