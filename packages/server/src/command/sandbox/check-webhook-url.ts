import { findWebhookUrlFault } from '../../admin/operations/find-webhook-url-fault.ts';
import { StartError } from '../start-error.ts';

/** Throws a StartError (exit code 2) with the fix if a sandbox cannot send webhooks to this URL (ORG-6). */
export async function checkWebhookUrl(url: string): Promise<void> {
  const fault = await findWebhookUrlFault(url, { allowLoopback: true });
  if (fault !== undefined) throw new StartError(`--webhook-url: ${fault}`, { exitCode: 2 });
}
