import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Problem } from '../api/problem.ts';
import { ErrorMessage } from '../components/error-message.tsx';
import { Loading } from '../components/loading.tsx';
import { sessionKey, signIn } from './session.ts';
import { SignInPage } from './sign-in-page.tsx';

/** Signs in with the token in the fragment of the address, which it removes from the address and from the history first. */
export function SignIn(): ReactNode {
  const [token] = useState(() => location.hash.slice(1));
  const [error, setError] = useState<unknown>(null);
  const [, navigate] = useLocation();
  const queryClient = useQueryClient();
  // A token works once.
  const isSent = useRef(false);

  useEffect(() => {
    if (token === '' || isSent.current) return;
    isSent.current = true;
    history.replaceState(null, '', '/sign-in');
    signIn(token).then(async () => {
      // Nothing of an earlier session may remain.
      queryClient.clear();
      await queryClient.invalidateQueries({ queryKey: sessionKey });
      navigate('/', { replace: true });
    }, setError);
  }, [token, navigate, queryClient]);

  if (token === '') return <SignInPage title="Sign in" />;
  if (error === null) return <Loading what="your session" />;
  if (error instanceof Problem && (error.code === 'invalid_link' || error.code === 'invalid_request')) {
    return (
      <SignInPage title="This link does not work">
        <p role="alert">It was used before, it is older than 15 minutes, or it is not complete. Open a new link.</p>
      </SignInPage>
    );
  }
  return (
    <SignInPage title="Sign in">
      <ErrorMessage error={error} />
    </SignInPage>
  );
}
