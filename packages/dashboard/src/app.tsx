import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useRoute } from 'wouter';
import { createQueryClient } from './api/query-client.ts';
import { StatusRegion } from './components/status-region.tsx';
import { Layout } from './layout/layout.tsx';
import { SessionBoundary } from './session/session-boundary.tsx';
import { SignIn } from './session/sign-in.tsx';

const queryClient = createQueryClient();

/** The whole page: the sign-in page, or a screen in the layout for a caller who is signed in. */
export function App(): ReactNode {
  const [isSignIn] = useRoute('/sign-in');
  return (
    <QueryClientProvider client={queryClient}>
      <StatusRegion>
        {isSignIn ? (
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
