#!/usr/bin/env node
// Says what is wrong with too old a Node before anything is loaded that such a Node cannot read.
const needed = '24.16';
const [major, minor] = process.versions.node.split('.').map(Number);
const [neededMajor, neededMinor] = needed.split('.').map(Number);

if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  console.error(
    `Booking Service needs Node ${needed} or newer; this is Node ${process.versions.node}. Install Node ${needed} and start again.`,
  );
  process.exitCode = 1;
} else {
  const { main } = await import('#main');
  await main(process.argv.slice(2));
}
