import { MutationCache, QueryCache, QueryClient, type Query } from '@tanstack/react-query';
import { sessionKey, watchOtherTabs } from '../session/session.ts';
import { Problem } from './admin-api.ts';

/**
 * The cache of responses. What a 429 refused is read again after its Retry-After, if it is still shown. A 401 or a 403 reads the session again, and so does a sign-in or a sign-out in another tab: the session may
 * have ended, or be that of another caller.
 */
export function createQueryClient(): QueryClient {
  const readSession = () => void client.invalidateQueries({ queryKey: sessionKey });
  const onError = (error: unknown) => {
    if (error instanceof Problem && (error.status === 401 || error.status === 403)) readSession();
  };
  /** The queries that wait for the end of their Retry-After. */
  const waiting = new Set<string>();
  const repeatLater = ({ queryKey, queryHash }: Query<unknown, unknown>, seconds: number) => {
    if (waiting.has(queryHash)) return;
    waiting.add(queryHash);
    setTimeout(() => {
      waiting.delete(queryHash);
      void client.refetchQueries({ queryKey, exact: true, type: 'active' });
    }, seconds * 1000);
  };
  const onQueryError = (error: unknown, query: Query<unknown, unknown>) => {
    onError(error);
    if (error instanceof Problem && error.status === 429 && error.retry_after_seconds !== null)
      repeatLater(query, error.retry_after_seconds);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: onQueryError }),
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
