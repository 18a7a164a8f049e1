/**
 * Runs before the commands of the project, and at the end of npm ci: writes the generated code if it is out of date. Without the packages
 * of the project, or with an old Node, a command would end with a stack. Plain JavaScript, because the old Node reads it.
 *
 * Exits   1 with one line that names what to do
 */
import { spawnSync } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const needed = '24.16';
const given = process.versions.node;
const installed = new URL('../../node_modules/', import.meta.url);
const node = fileURLToPath(new URL('.bin/node', installed));

if (!existsSync(new URL('.package-lock.json', installed))) {
  refuse('The packages of the project are not installed. Run npm ci first.');
} else if (linksNode()) {
  // With this Node, which the next command of the script finds, too.
  process.exitCode = spawnSync(node, [fileURLToPath(import.meta.url)], { stdio: 'inherit' }).status ?? 1;
} else if (given.localeCompare(needed, 'en', { numeric: true }) < 0) {
  refuse(
    `This needs Node ${needed} or newer, but this is Node ${given}. The npm ci of npm 11 brings one for Linux, macOS and Windows on x64, unless it omits optional packages. Otherwise install it.`,
  );
} else {
  await import('../generate/if-changed.ts');
}

/**
 * Links the Node that npm 10 has installed, and returns whether it did. After npm 10 has removed the packages of other platforms, it also
 * removes their commands from .bin, where the one of this platform has the same name.
 */
function linksNode() {
  const names = [`node-${process.platform}-${process.arch}`, `node-bin-${process.platform}-${process.arch}`];
  const found = names.find((name) => existsSync(new URL(`${name}/bin/node`, installed)));
  if (found === undefined || existsSync(node)) return false;
  symlinkSync(`../${found}/bin/node`, node);
  return true;
}

function refuse(line) {
  console.error(line);
  process.exitCode = 1;
}
