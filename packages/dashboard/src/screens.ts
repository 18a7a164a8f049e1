import { lazy, type ComponentType } from 'react';
import type { Role } from '@booking-service/contract/admin';
import type { ScreenProps } from './components/screen.tsx';

/** One screen of the dashboard. */
export interface Screen {
  /** The pattern of its address. Screens of an organization are below `/organizations/:organization_id`. */
  readonly path: string;
  /** Its words in the navigation. */
  readonly title: string;
  /** The lowest role that may open it. */
  readonly role: Role;
  /** The group of the navigation: the screens of the chosen organization, or those of the service. */
  readonly group: 'organization' | 'service';
  /** Only a sandbox has it. */
  readonly isSandboxOnly?: boolean;
  /** Loaded when it is opened first. */
  readonly Screen: ComponentType<ScreenProps>;
}

const ofOrganization = '/organizations/:organization_id';

/** Every screen, in the order of the navigation. packages/dashboard/README.md shows how to add one. */
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
    path: `${ofOrganization}/received-webhooks/:received_id?`,
    title: 'Received webhooks',
    role: 'viewer',
    group: 'organization',
    isSandboxOnly: true,
    Screen: lazy(async () => ({
      default: (await import('./screens/received-webhooks/received-webhooks.tsx')).ReceivedWebhooks,
    })),
  },
  {
    path: `${ofOrganization}/bookings/:booking_id?`,
    title: 'Bookings',
    role: 'viewer',
    group: 'organization',
    Screen: lazy(async () => ({ default: (await import('./screens/bookings/bookings.tsx')).Bookings })),
  },
  {
    path: `${ofOrganization}/requests/:request_id?`,
    title: 'Requests',
    role: 'viewer',
    group: 'organization',
    Screen: lazy(async () => ({ default: (await import('./screens/requests/requests.tsx')).Requests })),
  },
  {
    path: `${ofOrganization}/payments`,
    title: 'Payments',
    role: 'viewer',
    group: 'organization',
    Screen: lazy(async () => ({ default: (await import('./screens/payments/payments.tsx')).Payments })),
  },
  {
    path: `${ofOrganization}/api-keys/:key_id?`,
    title: 'API keys',
    role: 'viewer',
    group: 'organization',
    Screen: lazy(async () => ({ default: (await import('./screens/api-keys/api-keys.tsx')).ApiKeys })),
  },
  {
    path: `${ofOrganization}/settings`,
    title: 'Settings',
    role: 'viewer',
    group: 'organization',
    Screen: lazy(async () => ({ default: (await import('./screens/settings/settings.tsx')).Settings })),
  },
  {
    path: `${ofOrganization}/members`,
    title: 'Members',
    role: 'viewer',
    group: 'organization',
    Screen: lazy(async () => ({ default: (await import('./screens/members/members.tsx')).OrganizationMembers })),
  },
  {
    path: `${ofOrganization}/sessions`,
    title: 'Sessions',
    role: 'admin',
    group: 'organization',
    Screen: lazy(async () => ({ default: (await import('./screens/operator/sessions.tsx')).OrganizationSessions })),
  },
  {
    path: `${ofOrganization}/audit`,
    title: 'Audit log',
    role: 'admin',
    group: 'organization',
    Screen: lazy(async () => ({ default: (await import('./screens/audit/audit-log.tsx')).OrganizationAudit })),
  },
  {
    path: '/sandbox',
    title: 'Sandbox',
    role: 'viewer',
    group: 'service',
    isSandboxOnly: true,
    Screen: lazy(async () => ({ default: (await import('./screens/sandbox/sandbox.tsx')).Sandbox })),
  },
  {
    path: '/search',
    title: 'Search',
    role: 'viewer',
    group: 'service',
    Screen: lazy(async () => ({ default: (await import('./screens/search/search.tsx')).Search })),
  },
  {
    path: '/sessions',
    title: 'Your sessions',
    role: 'viewer',
    group: 'service',
    Screen: lazy(async () => ({ default: (await import('./screens/own-sessions/own-sessions.tsx')).OwnSessions })),
  },
  {
    path: '/operator/health',
    title: 'Health',
    role: 'support',
    group: 'service',
    Screen: lazy(async () => ({ default: (await import('./screens/health/health.tsx')).Health })),
  },
  {
    path: '/operator/stuck',
    title: 'Stuck bookings',
    role: 'support',
    group: 'service',
    Screen: lazy(async () => ({ default: (await import('./screens/stuck/stuck.tsx')).Stuck })),
  },
  {
    path: '/operator/failed-requests',
    title: 'Failed requests',
    role: 'support',
    group: 'service',
    Screen: lazy(async () => ({
      default: (await import('./screens/failed-requests/failed-requests.tsx')).FailedRequests,
    })),
  },
  {
    path: '/operator/organizations/:id?',
    title: 'Organizations',
    role: 'support',
    group: 'service',
    Screen: lazy(async () => ({ default: (await import('./screens/operator/organizations.tsx')).Organizations })),
  },
  {
    path: '/operator/members',
    title: 'Members of the operator',
    role: 'operator',
    group: 'service',
    Screen: lazy(async () => ({ default: (await import('./screens/members/members.tsx')).OperatorMembers })),
  },
  {
    path: '/operator/sessions',
    title: 'Dashboard access',
    role: 'operator',
    group: 'service',
    Screen: lazy(async () => ({ default: (await import('./screens/operator/sessions.tsx')).Sessions })),
  },
  {
    path: '/operator/access-tokens',
    title: 'Access tokens',
    role: 'operator',
    group: 'service',
    Screen: lazy(async () => ({ default: (await import('./screens/operator/access-tokens.tsx')).AccessTokens })),
  },
  {
    path: '/operator/audit',
    title: 'Audit log of the service',
    role: 'operator',
    group: 'service',
    Screen: lazy(async () => ({ default: (await import('./screens/audit/audit-log.tsx')).ServiceAudit })),
  },
];

/** The address of a screen for this organization, without its optional parts. */
export function addressOf({ path }: Pick<Screen, 'path'>, organization_id = ''): string {
  return path.replace(':organization_id', organization_id).replaceAll(/\/:\w+\?/g, '');
}
