import { adminRoutes, type AdminOperationId } from '@booking-service/contract/admin';
import { shownName } from '../../components/shown-values.ts';
import type { Actor } from '@booking-service/contract/admin';

/** An operation in words: `createApiKey` is `Create API key`. */
export function actionText(action: string): string {
  const words = action
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase()
    .replace('api key', 'API key')
    .replace('webhook url', 'webhook URL');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The operations that the audit log can have: every change, and every secret that was shown. */
export const auditedActions: readonly AdminOperationId[] = // The table has one member for each operation.
  (Object.keys(adminRoutes) as AdminOperationId[]).filter((operationId) => adminRoutes[operationId].method !== 'get');

const kinds: Readonly<Record<Actor['kind'], string>> = {
  operator: 'Operator without a token',
  command: 'Command',
  access_token: 'Access token',
  session: 'Dashboard',
  host: 'Host application',
};

/** Who acted, in words. */
export function actorText({ kind, name }: Actor): string {
  return name === null ? kinds[kind] : shownName(name);
}

/** The credential of the actor, if its name alone does not show it. */
export function actorKind({ kind, name }: Actor): string | null {
  return name === null ? null : kinds[kind];
}
