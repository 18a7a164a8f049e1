import { userInfo } from 'node:os';
import { operatorCaller, type AdminCaller } from '../../admin/access/admit-caller.ts';
import type { Settings } from '../settings/effective-settings.ts';

/** Returns the caller of a command: the operator, with the name of --as or that of the user of the operating system. */
export function commandCaller({ as = systemUser() }: Partial<Pick<Settings, 'as'>>): AdminCaller {
  const caller = operatorCaller('command');
  return { ...caller, actor: { ...caller.actor, name: as } };
}

/** A container may run as a user without a name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
