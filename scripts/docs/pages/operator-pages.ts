/** The pages for operators, whose tables the build prints from the code, in the place of a line such as `<!-- table: settings -->`. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
// @boundaries-ignore the metrics of the service, which its library does not list
import { listMetrics } from '../../../packages/server/src/admin/metrics/metrics.ts';
// @boundaries-ignore the settings of its command
import {
  environmentVariable,
  fileVariable,
  listSettings,
} from '../../../packages/server/src/command/settings/settings.ts';
// @boundaries-ignore a store that nothing reads here
import { emptyStore } from '../../../packages/server/test/support/databases.ts';

/** The folder of the pages for operators. */
const operate = 'docs/operate';

/** Copies the pages for operators, and the files in deploy/, into the package's folder. A link that leads out of the package becomes its text. */
export function writePackagePages({ root, to }: { readonly root: string; readonly to: string }): void {
  mkdirSync(join(to, 'operate'), { recursive: true });
  cpSync(join(root, 'deploy'), join(to, 'deploy'), { recursive: true });
  const pages = readdirSync(join(root, operate));
  for (const page of pages) {
    const text = withOperatorTables(root, readFileSync(join(root, operate, page), 'utf8'));
    writeFileSync(join(to, 'operate', page), withoutOuterLinks(text, pages));
  }
}

function withoutOuterLinks(text: string, pages: readonly string[]): string {
  return text.replaceAll(
    /\[([^\]]+)\]\((?!https?:|#)([^)#]+)(#[^)]*)?\)/g,
    (link: string, shown: string, path: string) => {
      if (pages.includes(path)) return link;
      return path.startsWith('../../deploy') ? `[${shown}](${path.slice('../'.length)})` : shown;
    },
  );
}

interface Rule {
  readonly alert: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly runbook: string };
}

/** Returns the rows of each table, the titles first. */
const tables: Readonly<Record<string, (root: string) => readonly (readonly string[])[]>> = {
  settings: () => [
    ['setting', 'flag', 'environment variable', 'default', 'meaning', 'for'],
    ...listSettings().map(([name, { flag, default: fallback, meaning, only }]) => [
      `\`${name}\``,
      flag ? `\`${flag.join(' ')}\`` : 'none',
      [environmentVariable(name), fileVariable(name)].flatMap((each) => (each ? [`\`${each}\``] : [])).join(' or '),
      fallback,
      meaning,
      only === undefined ? 'both' : `the ${only}`,
    ]),
  ],
  alerts(root) {
    const { groups } = parse(readFileSync(join(root, 'deploy/prometheus/alerts.yaml'), 'utf8')) as {
      readonly groups: readonly { readonly rules: readonly Rule[] }[];
    };
    return [
      ['alert', 'severity', 'what to do'],
      ...groups
        .flatMap(({ rules }) => rules)
        .map(({ alert, labels, annotations: { runbook } }) => [
          `\`${alert}\``,
          labels.severity,
          `[${headingOf(root, runbook)}](${runbook.replace('docs/operate/', '')})`,
        ]),
    ];
  },
  metrics: () => [
    ['metric', 'labels', 'meaning'],
    ...listMetrics({ store: emptyStore, clock: { now: () => new Date(0) }, log: { error: () => undefined } }).map(
      ({ name, labels, help }) => [`\`${name}\``, labels.map((label) => `\`${label}\``).join(', '), help],
    ),
  ],
};

/** Returns a page with its tables. Throws if a table does not exist. */
export function withOperatorTables(root: string, page: string): string {
  return page.replaceAll(/^<!-- table: (\w+) -->$/gm, (_line, name: string) => {
    const [titles = [], ...rows] = tables[name]?.(root) ?? [];
    if (rows.length === 0) throw new Error(`There is no table ${name} for the docs.`);
    return [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  });
}

/** Returns the heading that a link of the repository leads to. */
function headingOf(root: string, link: string): string {
  const [page = '', fragment] = link.split('#');
  const headings = [...readFileSync(join(root, page), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title);
  const heading = headings.find(
    (title) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-') === fragment,
  );
  if (heading === undefined) throw new Error(`${link} leads to no heading.`);
  return heading;
}
