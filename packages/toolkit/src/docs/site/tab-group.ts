import type { TokenizerAndRendererExtension, Tokens } from 'marked';
import { escapeHtml } from './escape-html.ts';

interface TabGroup extends Tokens.Generic {
  readonly type: 'tabGroup';
  readonly blocks: readonly LabelledBlock[];
}

interface LabelledBlock {
  readonly language: string;
  readonly label: string;
  /** A text before the block. '' for none. */
  readonly caption: string;
  readonly code: string;
}

const block = /```(\w+) \[([^\]\n]+)\] ?([^\n]*)\n([^]*?)\n```(?:\n+|$)/y;

/**
 * Reads a run of labelled blocks as one group of tabs. Blocks with the same label share a tab. Without the script of the site all tabs are
 * shown, one below another.
 */
export function tabGroups(blockHtml: (code: string, language: string) => string): TokenizerAndRendererExtension {
  return {
    name: 'tabGroup',
    level: 'block',
    tokenizer(source): TabGroup | undefined {
      const blocks: LabelledBlock[] = [];
      block.lastIndex = 0;
      let end = 0;
      for (let found = block.exec(source); found; found = block.exec(source)) {
        const [, language = '', label = '', caption = '', code = ''] = found;
        blocks.push({ language, label, caption, code });
        end = block.lastIndex;
      }
      return blocks.length === 0 ? undefined : { type: 'tabGroup', raw: source.slice(0, end), blocks };
    },
    renderer(token) {
      // The tokenizer above made it.
      return groupHtml((token as TabGroup).blocks, blockHtml);
    },
  };
}

/** Their tabs are examples. A tab with any other language is a choice that a reader makes once, for all pages. */
const plain: ReadonlySet<string> = new Set(['json', 'txt']);

function groupHtml(blocks: readonly LabelledBlock[], blockHtml: (code: string, language: string) => string): string {
  const tabs = [...Map.groupBy(blocks, ({ label }) => label)].map(([label, own]) => {
    const parts = own.map(({ caption, code, language }) => {
      return `${caption === '' ? '' : `<p class="caption">${escapeHtml(caption)}</p>`}${blockHtml(code, language)}`;
    });
    const isChoice = own.some(({ language }) => !plain.has(language));
    return `<div class="tab" data-label="${escapeHtml(label)}"${isChoice ? ' data-choice' : ''}><p class="tab-label">${escapeHtml(label)}</p>${parts.join('')}</div>`;
  });
  return `<div class="tabs">${tabs.join('')}</div>\n`;
}
