/** Columns and tabs are marks in the Markdown of a page. */
import { expect, it } from 'vitest';
import { markdownToHtml } from '../../src/docs/site/markdown-to-html.ts';
import { consoleMark, inColumns, withoutMarks } from '../../src/docs/site/markup.ts';

const fence = (info: string, code: string) => `\`\`\`${info}\n${code}\n\`\`\``;

it('sets text and code in two elements, and leaves the marks out of the copy for programs', () => {
  const markdown = inColumns('# Title', `## Request\n\n${consoleMark('createLoan')}\n\nText.`);
  const { html } = markdownToHtml(markdown);
  expect(html).toContain('<div class="with-code"><div class="text">');
  expect(html.match(/<div/g)).toHaveLength(html.match(/<\/div>/g)?.length ?? 0);
  expect(html).toContain('data-operation="createLoan"');
  expect(withoutMarks(`${markdown}\n`)).toBe('# Title\n\n## Request\n\nText.\n\n');
});

it('makes tabs of a run of labelled blocks, and one tab of blocks with the same label', () => {
  const blocks = [fence('sh [curl]', 'curl'), fence('json [Body] One & two', '{}'), fence('json [Body]', '[]')];
  const { html } = markdownToHtml(`Text.\n\n${blocks.join('\n\n')}\n\n${fence('json [Other]', '{}')}\n\nText.\n`);
  expect(html.match(/class="tabs"/g)).toHaveLength(1);
  const tabs = [...html.matchAll(/data-label="(\w+)"( data-choice)?/g)].map(([, label, choice]) => [label, !!choice]);
  expect(tabs).toEqual([
    ['curl', true],
    ['Body', false],
    ['Other', false],
  ]);
  expect(html).toContain('<p class="caption">One &amp; two</p>');
});

it('leaves other comments and other blocks as they are', () => {
  expect(markdownToHtml('<!-- a comment -->\n').html).toContain('<!-- a comment -->');
  expect(markdownToHtml(`${fence('sh', 'curl')}\n`).html).not.toContain('class="tab');
});
