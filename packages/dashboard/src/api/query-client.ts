import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { sessionKey, watchOtherTabs } from '../session/session.ts';
import { Problem } from './problem.ts';

/**
 * The cache of responses. A 401 or a 403 reads the session again, and so does a sign-in or a sign-out in another tab: the session may
 * have ended, or be that of another caller.
 */
export function createQueryClient(): QueryClient {
  const readSession = () => void client.invalidateQueries({ queryKey: sessionKey });
  const onError = (error: unknown) => {
    if (error instanceof Problem && (error.status === 401 || error.status === 403)) readSession();
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // The service may be on this computer: the browser's idea of "offline" must not pause a request.
      queries: { networkMode: 'always', retry: false, staleTime: 2000 },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  watchOtherTabs(readSession);
  return client;
}
