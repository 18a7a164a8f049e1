import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cache, programs, run, type Tool } from './tool.ts';

const version = '2.8.2';
const bin = join(cache, `oapi-codegen-${version}`);

/** oapi-codegen, the second generator for Go. */
export const oapiCodegen: Tool = {
  name: 'oapi-codegen',
  version,
  needs: ['go'],
  async install() {
    if (existsSync(join(bin, 'oapi-codegen'))) return;
    const module = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v${version}`;
    await run('go', ['install', module], { env: { GOBIN: bin } });
  },
  async generate({ contract, folder }) {
    await mkdir(join(folder, 'booking'));
    // By default it removes schemas that no path uses, including the types of the webhooks that it generates.
    const flags = [
      '-package',
      'booking',
      '-generate',
      'types,client,skip-prune',
      '-o',
      join(folder, 'booking/client.go'),
    ];
    await run(join(bin, 'oapi-codegen'), [...flags, contract]);
  },
  async compile({ folder, hasProgram }) {
    if (hasProgram) await copyFile(join(programs, 'oapi-codegen.go'), join(folder, 'main.go'));
    await writeFile(join(folder, 'go.mod'), 'module booking.test/program\n\ngo 1.23\n');
    await run('go', ['mod', 'tidy'], { cwd: folder });
    await run('go', hasProgram ? ['build', '-o', 'made', '.'] : ['build', './...'], { cwd: folder });
  },
  command: ({ folder }) => [join(folder, 'made')],
};
