import MiniSearch from 'minisearch';
import type { SearchDocument } from '../search-document.ts';

const mostResults = 12;

/** Makes the search button work: it opens a dialog, which loads the index on its first use. */
export function addSearch(): void {
  const button = document.querySelector<HTMLButtonElement>('.search-button');
  if (!button) return;
  const { dialog, input, status, list } = createDialog();
  document.body.append(dialog);
  button.hidden = false;
  let index: Promise<MiniSearch<SearchDocument>> | undefined;

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
    index ??= loadIndex();
    if (!dialog.open) dialog.showModal();
    input.select();
  }

  async function show(): Promise<void> {
    const query = input.value.trim();
    const found = query === '' ? [] : (await (index ??= loadIndex())).search(query).slice(0, mostResults);
    // Another key was pressed while the index was loaded.
    if (query !== input.value.trim()) return;
    list.replaceChildren(...found.map(toItem));
    status.textContent =
      query === '' ? '' : found.length === 0 ? `No page contains “${query}”.` : `${found.length} results`;
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

async function loadIndex(): Promise<MiniSearch<SearchDocument>> {
  const response = await fetch(addressOf('search.json'));
  const documents = (await response.json()) as SearchDocument[];
  const index = new MiniSearch<SearchDocument>({
    idField: 'u',
    fields: ['t', 'h', 'x', 'i'],
    storeFields: ['u', 't', 'h', 'x'],
    // createBooking is found by create and by booking, too.
    tokenize: (text) =>
      text
        .split(/[^\p{L}\p{N}]+/u)
        .flatMap((word) => [word, ...partsOf(word)])
        .filter(Boolean),
    searchOptions: {
      // The page itself goes before its sections.
      boostDocument: (_id, _term, stored) => (stored?.['h'] === '' ? 2 : 1),
      boost: { t: 4, h: 3, i: 9 },
      prefix: true,
      fuzzy: 0.15,
      combineWith: 'AND',
    },
  });
  index.addAll(documents);
  return index;
}

function partsOf(word: string): string[] {
  const parts = word.split(/(?<=[a-z])(?=[A-Z])/);
  return parts.length > 1 ? parts : [];
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
