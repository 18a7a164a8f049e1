import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleCheck } from './bundle-check.ts';
import type { Check } from './check.ts';

const mark = 'checked: ';

/** Runs the check as a test of a worker, in a workerd with access to this computer. Returns the result of the check. */
export async function runInWorkerd(binary: string, check: Check): Promise<string> {
  const test = `export default { async test() { console.log(${JSON.stringify(mark)} + (await run())); } };`;
  writeFileSync(join(check.folder, 'worker.js'), `${await bundleCheck(check, 'esm')}\n${test}`);
  const worker =
    '(modules = [(name = "worker", esModule = embed "worker.js")], compatibilityDate = "2026-01-01", globalOutbound = "here")';
  const config = `using Workerd = import "/workerd/workerd.capnp";
    const config :Workerd.Config = (services = [
      (name = "main", worker = ${worker}),
      (name = "here", network = (allow = ["private"])),
    ]);`;
  writeFileSync(join(check.folder, 'worker.capnp'), config);
  const { status, stdout, stderr } = spawnSync(binary, ['test', 'worker.capnp'], {
    cwd: check.folder,
    encoding: 'utf8',
  });
  const line = (stdout + stderr).split('\n').find((each) => each.includes(mark));
  if (status !== 0 || line === undefined) throw new Error(`workerd ended with ${status}: ${stdout}${stderr}`);
  return line.slice(line.indexOf(mark) + mark.length);
}
