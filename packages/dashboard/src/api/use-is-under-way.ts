import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { AdminPaths } from './admin-paths.ts';

/**
 * Returns a function that reports whether a request of `api.useMutation` is under way at this moment. The second press of a double click comes
 * before the button shows the first.
 */
export function useIsUnderWay(): (method: 'post' | 'put', path: keyof AdminPaths) => boolean {
  const queryClient = useQueryClient();
  return useCallback((method, path) => queryClient.isMutating({ mutationKey: [method, path] }) > 0, [queryClient]);
}
