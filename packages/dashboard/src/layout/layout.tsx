import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { Link, Route, Switch, useLocation, useRoute } from 'wouter';
import { Empty, Loading } from '../components/loading.tsx';
import { Popover } from '../components/popover.tsx';
import { ScreenTitle } from '../components/screen.tsx';
import { screens, type Screen } from '../screens.ts';
import { useCan, useSession } from '../session/session-boundary.tsx';
import { useServiceTime } from '../session/service-time.ts';
import { Account } from './account.tsx';
import { FirstOrganization, OrganizationSwitcher } from './organization-switcher.tsx';
import { FindId } from './find-id.tsx';
import { Navigation } from './navigation.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';

/** The frame of every screen: navigation, organization, mode and account, and the screen of the address. */
export function Layout(): ReactNode {
  const { organization_id: own, sandbox_organization_id, modes, sandbox } = useSession();
  const [isOfOrganization, params] = useRoute('/organizations/:organization_id/*?');
  const chosen = (isOfOrganization ? params.organization_id : undefined) ?? own ?? undefined;
  // The screens of the service keep the organization that was chosen before.
  const [last, setLast] = useState(sandbox_organization_id ?? undefined);
  if (chosen !== undefined && chosen !== last) setLast(chosen);
  const organization_id = chosen ?? last;
  const [location] = useLocation();
  const screen = screenOf(location);
  const main = useFocusOn(screen);
  useServiceTime({ sandbox });

  const navigation = <Navigation organization_id={organization_id} />;
  return (
    <div className="layout">
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <header className="top">
        <Popover className="phone-navigation" label="Menu" trigger={<MenuIcon />}>
          {navigation}
        </Popover>
        <OrganizationSwitcher organization_id={organization_id} />
        <Mode isSandbox={sandbox} isLive={modes.includes('live')} />
        <div className="end">
          <FindId />
          <Account />
        </div>
      </header>
      <aside className="side">
        <Link href="/" className="brand">
          Booking Service
        </Link>
        {navigation}
      </aside>
      <main id="main" ref={main} tabIndex={-1}>
        <ScreenBoundary key={screen}>
          <Suspense fallback={<Loading what="the screen" />}>
            <Switch>
              {screens.map((each) => (
                <Route key={each.path} path={each.path}>
                  {(found) => <AllowedScreen screen={each} params={found} />}
                </Route>
              ))}
              <Route path="/">
                <FirstOrganization />
              </Route>
              <Route>
                <ScreenTitle>Page not found</ScreenTitle>
                <Empty title="This address leads to no page">
                  <p>
                    Check the address, or go to the <Link href="/">overview</Link>.
                  </p>
                </Empty>
              </Route>
            </Switch>
          </Suspense>
        </ScreenBoundary>
      </main>
    </div>
  );
}

/** The badge of the environment: live, test or sandbox. */
function Mode({ isSandbox, isLive }: { readonly isSandbox: boolean; readonly isLive: boolean }): ReactNode {
  if (isSandbox) return <span className="mode sandbox">Sandbox</span>;
  return isLive ? <span className="mode live">Live</span> : <span className="mode sandbox">Test only</span>;
}

interface AllowedScreenProps {
  readonly screen: Screen;
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** The server refuses what a role may not do. This says so before the screen sends its first request. */
function AllowedScreen({ screen, params }: AllowedScreenProps): ReactNode {
  const { sandbox } = useSession();
  const isAllowed = useCan(screen.role) && (sandbox || !screen.isSandboxOnly);
  if (isAllowed) return <screen.Screen key={params['organization_id'] ?? ''} params={params} />;
  return (
    <>
      <ScreenTitle>{screen.title}</ScreenTitle>
      <Empty title="You cannot open this page">
        <p>
          {screen.isSandboxOnly && !sandbox
            ? 'Only a sandbox has it.'
            : `It needs the role ${screen.role}. Ask for a sign-in link with this role.`}
        </p>
      </Empty>
    </>
  );
}

/** The part of an address that names its screen, without the row that is open beside the list. */
function screenOf(location: string): string {
  const parts = location.startsWith('/organizations/') ? 4 : 3;
  return location.split('/').slice(0, parts).join('/');
}

/** Moves the focus to the content when another screen opens, so that the keyboard and a screen reader continue there. */
function useFocusOn(screen: string) {
  const main = useRef<HTMLElement>(null);
  const previous = useRef(screen);
  useEffect(() => {
    if (previous.current === screen) return;
    previous.current = screen;
    main.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [screen]);
  return main;
}

function MenuIcon(): ReactNode {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" width="16" height="16">
      <path d="M2 4h12M2 8h12M2 12h12" stroke="currentColor" strokeWidth="1.6" />
    </svg>
  );
}
