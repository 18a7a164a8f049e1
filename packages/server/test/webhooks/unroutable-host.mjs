// Preloaded into a process of ours. Two names resolve to an address that the system refuses to connect to at once (ENETUNREACH,
// as for a host with only an AAAA record on an IPv4 machine): unroutable.test, and leaking.test, whose lookup also lets errors
// escape. SIGUSR2 throws an error that nothing catches; SIGWINCH rejects a promise that nothing handles.
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
