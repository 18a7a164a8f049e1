import { createRoot } from 'react-dom/client';
import { MutationCache, type Query, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { useRoute } from 'wouter';
import './dashboard.css';
import { applyTheme, storedTheme } from './layout/account.tsx';
import { Loading, StatusRegion } from './components/loading.tsx';
import { Layout, ScreenBoundary } from './layout/layout.tsx';
import { SessionBoundary } from './session/session-boundary.tsx';
import { sessionKey, watchOtherTabs } from './session/session.ts';
import { Problem } from './api/admin-api.ts';

// A page with a session does not load how to get one.
const SignIn = lazy(async () => ({ default: (await import('./session/sign-in.tsx')).SignIn }));
const FinishSignIn = lazy(async () => ({ default: (await import('./session/sign-in.tsx')).FinishSignIn }));

const queryClient = createQueryClient();

/** The whole page: the sign-in page, or a screen in the layout for a caller who is signed in. */
function App(): ReactNode {
  const [isSignIn] = useRoute('/sign-in');
  const [, ofIssuer] = useRoute('/sign-in/:issuer');
  return (
    <QueryClientProvider client={queryClient}>
      <StatusRegion>
        <ScreenBoundary>
          <Suspense fallback={<Loading what="the dashboard" />}>
            {ofIssuer ? (
              <FinishSignIn issuer={ofIssuer.issuer} />
            ) : isSignIn ? (
              <SignIn />
            ) : (
              <SessionBoundary>
                <Layout />
              </SessionBoundary>
            )}
          </Suspense>
        </ScreenBoundary>
      </StatusRegion>
    </QueryClientProvider>
  );
}

applyTheme(storedTheme());
const root = document.getElementById('dashboard');
if (!root) throw new Error('index.html has no element with the id "dashboard".');
createRoot(root).render(<App />);

/**
 * The cache of responses. What a 429 refused is read again after its Retry-After, if it is still shown. A 401 or a 403 reads the session again, and so does a sign-in or a sign-out in another tab: the session may
 * have ended, or be that of another caller.
 */
function createQueryClient(): QueryClient {
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
