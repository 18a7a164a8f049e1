import type { Settings } from './effective-settings.ts';

/** Returns the address at which people open the dashboard. */
export function dashboardUrl({
  dashboard_url,
  dashboard_port,
}: Pick<Settings, 'dashboard_url' | 'dashboard_port'>): string {
  return dashboard_url ?? `http://127.0.0.1:${dashboard_port}`;
}
