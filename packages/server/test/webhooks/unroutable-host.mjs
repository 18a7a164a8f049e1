// Preloaded into a process of the service. The names unroutable.test and leaking.test resolve to an address to which every
// connect fails immediately (ENETUNREACH, as for a host with only an AAAA record on an IPv4 machine). Each query for leaking.test
// also lets errors escape. SIGUSR2 throws an uncaught error. SIGWINCH causes an unhandled rejection.
import dns from 'node:dns/promises';
import { EventEmitter } from 'node:events';

const { resolve4, resolve6 } = dns.Resolver.prototype;
dns.Resolver.prototype.resolve4 = function (name, options) {
  if (name === 'leaking.test') leak();
  return isUnroutable(name)
    ? Promise.resolve([{ address: '127.255.255.255', ttl: 0 }])
    : resolve4.call(this, name, options);
};
dns.Resolver.prototype.resolve6 = function (name, options) {
  return isUnroutable(name) ? Promise.resolve([]) : resolve6.call(this, name, options);
};

process.on('SIGUSR2', () => {
  throw new Error('The key sk_live_0123456789 was refused.');
});
process.on('SIGWINCH', () => {
  void Promise.reject(new Error('The key sk_live_0123456789 was refused.'));
});

function isUnroutable(name) {
  return name === 'leaking.test' || name === 'unroutable.test';
}

function leak() {
  setImmediate(() => {
    throw new Error('A late callback failed.');
  });
  setImmediate(() => new EventEmitter().emit('error', new Error('A socket failed.')));
  void Promise.reject(new Error('A promise was forgotten.'));
}
