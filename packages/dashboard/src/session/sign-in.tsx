import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { Problem } from '../api/problem.ts';
import { ErrorMessage, Loading } from '../components/loading.tsx';
import { sessionKey, signIn, useSessionQuery } from './session.ts';
import { SignInPage } from './sign-in-page.tsx';

/** Signs in with the token in the fragment of the address, which it removes from the address and from the history first. */
export function SignIn(): ReactNode {
  const [, navigate] = useLocation();
  const queryClient = useQueryClient();
  const [isLink] = useState(() => location.hash.length > 1);
  const { mutate, variables, isIdle, isPending, error } = useMutation({
    mutationFn: signIn,
    async onSuccess() {
      // Nothing of an earlier session may remain.
      queryClient.clear();
      await queryClient.invalidateQueries({ queryKey: sessionKey });
      navigate('/', { replace: true });
    },
  });
  useToken(mutate);

  if (isPending || (isIdle && isLink)) return <Loading what="your session" />;
  if (error === null) {
    return (
      <SignInPage title="Sign in">
        <SignedIn />
      </SignInPage>
    );
  }
  if (error instanceof Problem && (error.code === 'invalid_link' || error.code === 'invalid_request')) {
    return (
      <SignInPage title="This link does not work">
        <p role="alert">It was used before, it has expired, or it is not complete. Open a new link.</p>
        <SignedIn />
      </SignInPage>
    );
  }
  return (
    <SignInPage title="Sign in">
      <ErrorMessage error={error} onRetry={variables === undefined ? undefined : () => mutate(variables)} />
    </SignInPage>
  );
}

/** Calls `onToken` with the token in the address. A link that opens in the same tab changes the fragment without loading the page. */
function useToken(onToken: (token: string) => void): void {
  useEffect(() => {
    const take = () => {
      const token = location.hash.slice(1);
      if (token === '') return;
      history.replaceState(null, '', '/sign-in');
      onToken(token);
    };
    take();
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, [onToken]);
}

/** A browser with a session needs no link. */
export function SignedIn(): ReactNode {
  const { data: session } = useSessionQuery();
  if (typeof session !== 'object') return null;
  return (
    <p>
      You are signed in with this browser. <Link href="/">Open the dashboard</Link>
    </p>
  );
}
