import './dashboard.css';
import { createRoot } from 'react-dom/client';
import { applyTheme, storedTheme } from './layout/account.tsx';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import { useRoute } from 'wouter';
import { createQueryClient } from './api/query-client.ts';
import { Loading, StatusRegion } from './components/loading.tsx';
import { Layout, ScreenBoundary } from './layout/layout.tsx';
import { SessionBoundary } from './session/session-boundary.tsx';

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
