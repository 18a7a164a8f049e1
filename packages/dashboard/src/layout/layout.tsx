import { Component, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Link, Route, Switch, useLocation, useRoute } from 'wouter';
import { addressOf, type Screen, screens } from '../screens.ts';
import { useCan, useSession } from '../session/session-boundary.tsx';
import { Button } from '../components/elements.tsx';
import { Account, Popover } from './account.tsx';
import { ScreenTitle } from '../components/screen.tsx';
import { Empty, Loading } from '../components/loading.tsx';
import { useServiceTime } from '../session/service-time.ts';
import { FindId, FirstOrganization, OrganizationSwitcher } from './organization-switcher.tsx';

/** Links to the screens that the caller may open. */
function Navigation({ organization_id }: { readonly organization_id: string | undefined }): ReactNode {
  const groups = (['organization', 'service'] as const).filter((group) => {
    return (group === 'service' || organization_id !== undefined) && screens.some((screen) => screen.group === group);
  });
  return (
    <nav aria-label="Screens" className="navigation">
      {groups.map((group) => (
        <ul key={group}>
          {screens
            .filter((screen) => screen.group === group)
            .map((screen) => (
              <NavigationLink key={screen.path} screen={screen} organization_id={organization_id} />
            ))}
        </ul>
      ))}
    </nav>
  );
}

interface NavigationLinkProps {
  readonly screen: Screen;
  readonly organization_id: string | undefined;
}

function NavigationLink({ screen, organization_id }: NavigationLinkProps): ReactNode {
  const { sandbox } = useSession();
  const [location] = useLocation();
  const isAllowed = useCan(screen.role);
  if (!isAllowed || (screen.isSandboxOnly && !sandbox)) return null;
  const address = addressOf(screen, organization_id);
  // The address of the overview is a part of the others.
  const isDeeper = screen.path.includes('/:organization_id/') || screen.group === 'service';
  const isCurrent = location === address || (isDeeper && location.startsWith(`${address}/`));
  return (
    <li>
      <Link href={address} aria-current={isCurrent ? 'page' : undefined}>
        {screen.title}
      </Link>
    </li>
  );
}

interface ScreenBoundaryProps {
  readonly children: ReactNode;
}

/** Shows what to do in place of a screen that could not be loaded or shown. The navigation stays. */
export class ScreenBoundary extends Component<ScreenBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <>
        <ScreenTitle>This screen cannot be shown</ScreenTitle>
        <div className="error-message" role="alert">
          <p>
            <strong>The browser could not load this screen, or the screen failed.</strong>
          </p>
          <p>
            Check that the service runs and that you are connected, then load the page again. An update of the service
            also needs this. If it happens again, report it with what you did.
          </p>
          <Button onClick={() => location.reload()}>Load the page again</Button>
        </div>
      </>
    );
  }
}

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
