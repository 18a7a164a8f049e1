import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { paths } from '../generated/admin.ts';

/** Returns a function that reads again whatever is shown of these paths. Call it after a change, with what the change affects. */
export function useInvalidate(): (...changed: readonly (keyof paths)[]) => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(
    async (...changed) => {
      await Promise.all(changed.map((path) => queryClient.invalidateQueries({ queryKey: ['get', path] })));
    },
    [queryClient],
  );
}
