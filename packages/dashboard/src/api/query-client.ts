import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { sessionKey } from '../session/session.ts';
import { Problem } from './problem.ts';

/** The cache of responses. A 401 reads the session again, which shows the sign-in page if the session has ended. */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof Problem && error.status === 401) void client.invalidateQueries({ queryKey: sessionKey });
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
  return client;
}
