/**
 * Plays attackers against services that it starts on this computer: a customer, a supplier, the receiver of webhooks, a web page and
 * another user of the computer. After each attack another customer books, which must succeed.
 *
 * Writes  a temporary folder, removed at the end
 * Run     npm run verify -- attack                 all attackers
 *         npm run verify -- attack supplier     the attacks of one attacker, or those whose text contains the word
 * Prints  one line per attack: attacker, attack, expected result, result. Exits 1 if anything got through.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Attack, openScene } from './scene.ts';
import { customer } from './customer.ts';
import { eventForger, receiver } from './receiver.ts';
import { localUser, webPage } from './same-computer.ts';
import { issuer, stranger } from './sign-in.ts';
import { supplier } from './supplier.ts';

/** Every attack, by attacker. */
const attackers: Readonly<Record<string, readonly Attack[]>> = {
  customer,
  supplier,
  'event forger': eventForger,
  receiver,
  issuer,
  stranger,
  'web page': webPage,
  'local user': localUser,
};

// For an attack that would hang. It decides nothing else, so it is long enough for a busy computer.
const deadline_ms = 240_000;
const wanted = process.argv[2];

await using scene = await openScene();
let [played, through] = [0, 0];
for (const [who, attacks] of Object.entries(attackers)) {
  for (const attack of attacks) {
    if (wanted !== undefined && !`${who} ${attack.attack}`.includes(wanted)) continue;
    const happened = await play(attack);
    const isThrough = happened !== attack.expected;
    console.log(`${isThrough ? 'GOT THROUGH' : 'held'} | ${who} | ${attack.attack} | ${attack.expected} | ${happened}`);
    played += 1;
    if (isThrough) through += 1;
  }
}
console.log(`${played} attacks, ${through} got through`);
if (played === 0 || through > 0) process.exitCode = 1;

/** Returns what happened to the attack, and then to the victim if that is not as it should be. */
async function play(attack: Attack): Promise<string> {
  const late = pause(deadline_ms, `no end after ${deadline_ms / 1000} s`, { ref: false });
  const happened = await Promise.race([attack.play(scene), late]).catch((error: unknown) => `failed: ${String(error)}`);
  if (scene.service.hasEnded() || scene.sandbox.service.hasEnded()) return `${happened}, and the service ended`;
  const { status } = await scene.book(scene.victim, { supplier: 'kind' });
  return status === 201 ? happened : `${happened}, and another customer's booking got ${status}`;
}
