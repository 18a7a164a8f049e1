import { createSearchIndex, type SearchDocument, type SearchIndex } from './search-index.ts';

/** Makes the search button work: it opens a dialog, which loads the index on its first use. */
export function addSearch(): void {
  const button = document.querySelector<HTMLButtonElement>('.search-button');
  if (!button) return;
  const { dialog, input, status, list } = createDialog();
  document.body.append(dialog);
  button.hidden = false;
  let index: Promise<SearchIndex> | undefined;

  button.addEventListener('click', open);
  document.addEventListener('keydown', (event) => {
    const isShortcut =
      (event.key === 'k' && (event.ctrlKey || event.metaKey)) || (event.key === '/' && !isTyping(event));
    if (!isShortcut) return;
    event.preventDefault();
    open();
  });
  input.addEventListener('input', () => void show());
  dialog.addEventListener('keydown', moveFocus);
  // A link to the current page changes only the anchor, so the page stays.
  list.addEventListener('click', () => dialog.close());

  function open(): void {
    getIndex().catch(() => undefined);
    if (!dialog.open) dialog.showModal();
    input.select();
  }

  /** Loads the index once. After a failure the next key tries again. */
  function getIndex(): Promise<SearchIndex> {
    index ??= loadIndex().catch((error: unknown) => {
      index = undefined;
      throw error;
    });
    return index;
  }

  async function show(): Promise<void> {
    const query = input.value.trim();
    const loaded = await getIndex().catch(() => undefined);
    // Another key was pressed while the index was loaded.
    if (query !== input.value.trim()) return;
    const { results, isComplete } = (query !== '' && loaded?.find(query)) || { results: [], isComplete: true };
    list.replaceChildren(...results.map(toItem));
    if (!loaded) status.textContent = 'The search could not be loaded. Check your connection, then type again.';
    else if (query === '') status.textContent = '';
    else if (isComplete) status.textContent = `${results.length} results`;
    else status.textContent = `No page contains “${query}”.${results.length > 0 ? ' These are similar:' : ''}`;
  }

  function moveFocus(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const places: HTMLElement[] = [input, ...list.querySelectorAll('a')];
    const current = places.indexOf(document.activeElement as HTMLElement);
    places[(current + step + places.length) % places.length]?.focus();
  }
}

async function loadIndex(): Promise<SearchIndex> {
  const response = await fetch(addressOf('search.json'));
  return createSearchIndex((await response.json()) as SearchDocument[]);
}

function toItem({ u, t, h, x }: Record<string, string>): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = addressOf(u ?? '');
  link.textContent = h ? `${t} › ${h}` : (t ?? '');
  const text = document.createElement('span');
  text.textContent = x ?? '';
  link.append(text);
  item.append(link);
  return item;
}

/** The address of a file of the site, from this page. */
function addressOf(file: string): string {
  return `${document.body.dataset['up'] ?? ''}${file}`;
}

function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

function createDialog() {
  const dialog = document.createElement('dialog');
  dialog.className = 'search';
  dialog.setAttribute('aria-label', 'Search the docs');
  const head = document.createElement('div');
  head.className = 'search-head';
  const input = document.createElement('input');
  input.type = 'search';
  input.placeholder = 'Search the docs';
  input.setAttribute('aria-label', 'Search the docs');
  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  const list = document.createElement('ol');
  head.append(input, status);
  dialog.append(head, list);
  return { dialog, input, status, list };
}
