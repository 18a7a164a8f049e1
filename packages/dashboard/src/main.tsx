import './dashboard.css';
import { createRoot } from 'react-dom/client';
import { applyTheme, storedTheme } from './layout/theme.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useRoute } from 'wouter';
import { createQueryClient } from './api/query-client.ts';
import { StatusRegion } from './components/status-region.tsx';
import { Layout } from './layout/layout.tsx';
import { FinishSignIn } from './session/finish-sign-in.tsx';
import { SessionBoundary } from './session/session-boundary.tsx';
import { SignIn } from './session/sign-in.tsx';

const queryClient = createQueryClient();

/** The whole page: the sign-in page, or a screen in the layout for a caller who is signed in. */
function App(): ReactNode {
  const [isSignIn] = useRoute('/sign-in');
  const [, ofIssuer] = useRoute('/sign-in/:issuer');
  return (
    <QueryClientProvider client={queryClient}>
      <StatusRegion>
        {ofIssuer ? (
          <FinishSignIn issuer={ofIssuer.issuer} />
        ) : isSignIn ? (
          <SignIn />
        ) : (
          <SessionBoundary>
            <Layout />
          </SessionBoundary>
        )}
      </StatusRegion>
    </QueryClientProvider>
  );
}

applyTheme(storedTheme());
const root = document.getElementById('dashboard');
if (!root) throw new Error('index.html has no element with the id "dashboard".');
createRoot(root).render(<App />);
