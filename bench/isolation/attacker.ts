/** A, in a process of its own: `attacker.ts URL KEY ATTACK`. It attacks until it is ended. */
import autocannon from 'autocannon';
import { attacks } from './attacks.ts';

const [url = '', key = '', name = ''] = process.argv.slice(2);
const attack = attacks[name];
if (!attack) throw new Error(`There is no attack ${name}.`);
const { connections, path, body } = attack;
process.send?.('attacking');
await autocannon({
  url: url + path,
  method: 'POST',
  connections,
  duration: 3_600,
  headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  body,
});
