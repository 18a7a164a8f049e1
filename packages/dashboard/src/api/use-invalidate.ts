import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { AdminPaths } from './admin-api.ts';

/** Returns a function that reads again whatever is shown of these paths. Call it after a change, with what the change affects. */
export function useInvalidate(): (...changed: readonly (keyof AdminPaths)[]) => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(
    async (...changed) => {
      await Promise.all(changed.map((path) => queryClient.invalidateQueries({ queryKey: ['get', path] })));
    },
    [queryClient],
  );
}
