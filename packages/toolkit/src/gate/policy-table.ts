import { code, markdownTable } from '../docs/site/markup.ts';
import { behaviorLaws } from './find-behavior-changes.ts';
import { lawTexts } from './laws.ts';
import { operationProbes } from './operation-probes.ts';
import { schemaProbes } from './schema-probes.ts';

/** Returns the verdict of each kind of change, and the law of each value of an x- block, as Markdown. Tests prove each verdict. */
export function policyTable(): string {
  const schemas = schemaProbes.map(({ kind, change, breaks }) => [
    kind,
    change,
    verdict(breaks.includes('received')),
    verdict(breaks.includes('sent')),
  ]);
  const operations = operationProbes.map(({ kind, change, breaks }) => [
    kind,
    change,
    verdict(breaks.includes('service')),
    verdict(breaks.includes('others')),
  ]);
  const laws = Object.entries(behaviorLaws).map(([path, law]) => [code(path), lawTexts.get(law) ?? '']);
  return [
    '## Schemas',
    markdownTable(['Keyword', 'Change', 'Value that the service receives', 'Value that it sends'], schemas),
    '## Operations, parameters, headers and names',
    markdownTable(['Part', 'Change', 'Contract of the service', 'Contract that others implement'], operations),
    '## Values of x- blocks',
    markdownTable(['Value', 'Law'], laws),
    '',
  ].join('\n\n');
}

function verdict(isBreaking: boolean): string {
  return isBreaking ? 'breaking' : 'compatible';
}
