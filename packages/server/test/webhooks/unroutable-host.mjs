// Preloaded into a process of the service. The names unroutable.test and leaking.test resolve to an address to which every
// connect fails immediately (ENETUNREACH, as for a host with only an AAAA record on an IPv4 machine). The lookup of leaking.test
// also lets errors escape. SIGUSR2 throws an uncaught error. SIGWINCH causes an unhandled rejection.
import dns from 'node:dns/promises';
import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';

const { lookup } = dns;
dns.lookup = (name, options) => {
  if (name === 'leaking.test') leak();
  const isUnroutable = name === 'leaking.test' || name === 'unroutable.test';
  return isUnroutable ? Promise.resolve([{ address: '127.255.255.255', family: 4 }]) : lookup(name, options);
};
syncBuiltinESMExports();

process.on('SIGUSR2', () => {
  throw new Error('The key sk_live_0123456789 was refused.');
});
process.on('SIGWINCH', () => {
  void Promise.reject(new Error('The key sk_live_0123456789 was refused.'));
});

function leak() {
  setImmediate(() => {
    throw new Error('A late callback failed.');
  });
  setImmediate(() => new EventEmitter().emit('error', new Error('A socket failed.')));
  void Promise.reject(new Error('A promise was forgotten.'));
}
