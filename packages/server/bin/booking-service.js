#!/usr/bin/env node
// Says what is wrong with too old a Node before anything is loaded that such a Node cannot read.
const needed = 24;
const [major] = process.versions.node.split('.').map(Number);

if (major < needed) {
  console.error(
    `Booking Service needs Node ${needed} or newer; this is Node ${process.versions.node}. Install Node ${needed} and start again.`,
  );
  process.exitCode = 1;
} else {
  const { main } = await import('#main');
  await main(process.argv.slice(2));
}
