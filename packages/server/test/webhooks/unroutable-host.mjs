// Preloaded into a process of ours: the name unroutable.test has an address that the system refuses to connect to at once
// (ENETUNREACH, as for a host with only an AAAA record on an IPv4 machine), and SIGUSR2 throws what nothing catches.
import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';

const { lookup } = dns;
dns.lookup = (name, options) =>
  name === 'unroutable.test' ? Promise.resolve([{ address: '127.255.255.255', family: 4 }]) : lookup(name, options);
syncBuiltinESMExports();

process.on('SIGUSR2', () => {
  throw new Error('The key sk_live_0123456789 was refused.');
});
