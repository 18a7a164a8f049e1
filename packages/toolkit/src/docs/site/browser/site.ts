/** The script of every page: the search, tabs, and a button that copies a block of code. A page works without it. */
import { addSearch } from './search.ts';

/** Adds a button to each block of code. */
export function addCopyButtons(): void {
  for (const block of document.querySelectorAll('pre')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', () => {
      navigator.clipboard.writeText(block.textContent).then(
        () => (button.textContent = 'Copied'),
        () => (button.textContent = 'Not allowed'),
      );
    });
    const sample = document.createElement('div');
    sample.className = 'sample';
    block.replaceWith(sample);
    sample.append(block, button);
  }
}

const storageKey = 'docs-language';

/** Turns each group of labelled blocks into tabs. The chosen language holds for all groups of the page, and for the next pages. */
export function addTabs(): void {
  const groups = [...document.querySelectorAll<HTMLElement>('.tabs')].map((element) => createGroup(element, choose));
  const stored = readChoice();
  if (stored !== null) selectEverywhere(stored);

  function choose(label: string): void {
    selectEverywhere(label);
    storeChoice(label);
  }

  function selectEverywhere(label: string): void {
    for (const select of groups) select(label);
  }
}

let count = 0;

/** Adds the list of tabs to a group. Returns the function that selects a tab by its label, and changes nothing without such a tab. */
function createGroup(element: HTMLElement, choose: (label: string) => void): (label: string) => void {
  const tabs = [...element.querySelectorAll<HTMLElement>(':scope > .tab')].map((panel) => {
    count += 1;
    const button = document.createElement('button');
    button.type = 'button';
    button.id = `tab-${count}`;
    button.textContent = panel.dataset['label'] ?? '';
    button.setAttribute('role', 'tab');
    panel.id = `panel-${count}`;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', button.id);
    button.setAttribute('aria-controls', panel.id);
    button.addEventListener('click', () => press(panel));
    return { button, panel };
  });
  const list = document.createElement('div');
  list.className = 'tab-list';
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Samples');
  list.append(...tabs.map(({ button }) => button));
  list.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const current = tabs.findIndex(({ panel }) => !panel.hidden);
    const next = tabs[(current + step + tabs.length) % tabs.length];
    next?.button.focus();
    if (next) press(next.panel);
  });
  element.prepend(list);
  element.dataset['ready'] = '';
  select(tabs[0]?.panel.dataset['label'] ?? '');
  return select;

  function select(label: string): void {
    if (!tabs.some(({ panel }) => panel.dataset['label'] === label)) return;
    for (const { button, panel } of tabs) {
      const isSelected = panel.dataset['label'] === label;
      button.setAttribute('aria-selected', String(isSelected));
      button.tabIndex = isSelected ? 0 : -1;
      panel.hidden = !isSelected;
    }
  }

  function press(panel: HTMLElement): void {
    const { label = '', choice } = panel.dataset;
    if (choice === undefined) select(label);
    else choose(label);
  }
}

/** A browser may refuse to store anything. Then the choice holds for the page. */
function readChoice(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function storeChoice(label: string): void {
  try {
    localStorage.setItem(storageKey, label);
  } catch {
    // See readChoice.
  }
}

addTabs();
addCopyButtons();
addSearch();
