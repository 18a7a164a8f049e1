/**
 * Runs before npm start and npm test. Without the packages of the project, or with an old Node, they would end with a stack. Plain
 * JavaScript, because the old Node reads it.
 *
 * Exits   1 with one line that names what to do
 */
import { existsSync, symlinkSync } from 'node:fs';

const needed = '24.16';
const given = process.versions.node;
const installed = new URL('../../node_modules/', import.meta.url);

if (!existsSync(new URL('.package-lock.json', installed))) {
  refuse('The packages of the project are not installed. Run npm ci first.');
} else if (linksNode()) {
  // The next command of the script finds this Node.
} else if (given.localeCompare(needed, 'en', { numeric: true }) < 0) {
  refuse(
    `This needs Node ${needed} or newer, but this is Node ${given}. The npm ci of npm 11 brings one for Linux, macOS and Windows on x64, unless it omits optional packages. Otherwise install it.`,
  );
}

/**
 * Links the Node that npm 10 has installed, and returns whether it did. After npm 10 has removed the packages of other platforms, it also
 * removes their commands from .bin, where the one of this platform has the same name.
 */
function linksNode() {
  const link = new URL('.bin/node', installed);
  const names = [`node-${process.platform}-${process.arch}`, `node-bin-${process.platform}-${process.arch}`];
  const found = names.find((name) => existsSync(new URL(`${name}/bin/node`, installed)));
  if (found === undefined || existsSync(link)) return false;
  symlinkSync(`../${found}/bin/node`, link);
  return true;
}

function refuse(line) {
  console.error(line);
  process.exitCode = 1;
}
