import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { addressOf, screens, type Screen } from '../screens.ts';
import { useCan, useSession } from '../session/session-boundary.tsx';

/** Links to the screens that the caller may open. */
export function Navigation({ organization_id }: { readonly organization_id: string | undefined }): ReactNode {
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
