import { lazy, type ComponentType } from 'react';
import type { Role } from './generated/admin.ts';

/** What a screen receives: the parts of its address. */
export interface ScreenProps {
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** One screen of the dashboard. */
export interface Screen {
  /** The pattern of its address. Screens of an organization are below `/organizations/:organization_id`. */
  readonly path: string;
  /** Its words in the navigation. */
  readonly title: string;
  /** The lowest role that may open it. */
  readonly role: Role;
  /** Where the navigation lists it: among the screens of the chosen organization, or of the service. */
  readonly group: 'organization' | 'service';
  /** Only a sandbox has it. */
  readonly isSandboxOnly?: boolean;
  /** Loaded when it is opened first. */
  readonly Screen: ComponentType<ScreenProps>;
}

const ofOrganization = '/organizations/:organization_id';

/** Every screen, in the order of the navigation. packages/dashboard/README.md says how to add one. */
export const screens: readonly Screen[] = [
  {
    path: ofOrganization,
    title: 'Overview',
    role: 'viewer',
    group: 'organization',
    Screen: lazy(async () => ({ default: (await import('./screens/overview/overview.tsx')).Overview })),
  },
  {
    path: `${ofOrganization}/webhooks/:delivery_id?`,
    title: 'Webhooks',
    role: 'viewer',
    group: 'organization',
    Screen: lazy(async () => ({ default: (await import('./screens/webhooks/webhooks.tsx')).Webhooks })),
  },
  {
    path: `${ofOrganization}/settings`,
    title: 'Settings',
    role: 'viewer',
    group: 'organization',
    Screen: lazy(async () => ({ default: (await import('./screens/settings/settings.tsx')).Settings })),
  },
];

/** The address of a screen for this organization, without its optional parts. */
export function addressOf({ path }: Pick<Screen, 'path'>, organization_id = ''): string {
  return path.replace(':organization_id', organization_id).replaceAll(/\/:\w+\?/g, '');
}
