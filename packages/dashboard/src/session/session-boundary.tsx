import { createContext, lazy, type ReactNode, useContext } from 'react';
import { adminRoles, type Role, type Session } from '@booking-service/contract/admin';
import { ErrorMessage, Loading } from '../components/loading.tsx';
import { ScreenTitle } from '../components/screen.tsx';
import { callerOf, useSessionQuery } from './session.ts';

const SignInPage = lazy(async () => ({ default: (await import('./sign-in-page.tsx')).SignInPage }));

const SessionContext = createContext<Session | null>(null);

/** Shows its children to a caller who is signed in, and otherwise how to sign in. The address stays, so that the caller returns to it. */
export function SessionBoundary({ children }: { readonly children: ReactNode }): ReactNode {
  const { data: session, error, isPending, refetch } = useSessionQuery();
  if (isPending) return <Loading what="the dashboard" />;
  if (typeof session === 'object') {
    return (
      // Another caller begins with new screens.
      <SessionContext.Provider key={callerOf(session)} value={session}>
        {children}
      </SessionContext.Provider>
    );
  }
  if (error) {
    // It loads nothing more: the service may be unreachable.
    return (
      <main className="sign-in">
        <div className="card stack">
          <ScreenTitle>Booking Service</ScreenTitle>
          <ErrorMessage error={error} onRetry={() => void refetch()} />
        </div>
      </main>
    );
  }
  return session === 'ended' ? (
    <SignInPage title="Your session has ended">
      <p>You signed out, your session was too old, or it was revoked. Sign in again to continue.</p>
    </SignInPage>
  ) : (
    <SignInPage title="Sign in">
      <p>Sign in to see your bookings, webhooks and settings.</p>
    </SignInPage>
  );
}

/** Who is signed in. Only below SessionBoundary. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession is used outside SessionBoundary.');
  return session;
}

/** True if the caller may do what this role may do. */
export function useCan(needed: Role): boolean {
  const { role } = useSession();
  const included: readonly Role[] = adminRoles[role].includes;
  return role === needed || included.includes(needed);
}
