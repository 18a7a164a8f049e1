import type { Attack } from './attack.ts';
import { customer } from './customer.ts';
import { eventForger } from './event-forger.ts';
import { localUser } from './local-user.ts';
import { receiver } from './receiver.ts';
import { issuer, stranger } from './sign-in.ts';
import { supplier } from './supplier.ts';
import { webPage } from './web-page.ts';

/** Every attack, by attacker. */
export const attackers: Readonly<Record<string, readonly Attack[]>> = {
  customer,
  supplier,
  'event forger': eventForger,
  receiver,
  issuer,
  stranger,
  'web page': webPage,
  'local user': localUser,
};
