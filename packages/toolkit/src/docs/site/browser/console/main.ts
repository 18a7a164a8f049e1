/** The script of the pages that send an operation: a button beside its samples opens a dialog that sends it to the service of this site. */
import { createEventList, element, type EventList, responseView } from './views.ts';
import { type ConsoleOperation, type ConsoleStart, findOperation } from './operation.ts';
import { createRequestForm, initialKey, rememberIds } from './request-form.ts';

const timeout_ms = 60_000;

addConsole();

/** Adds the console to each operation of the page. Docs on another host have none, because their policy allows no request to the service. */
function addConsole(): void {
  for (const place of document.querySelectorAll<HTMLElement>('.console')) {
    const { operation = '', base = '' } = place.dataset;
    if (!isOrigin(base)) continue;
    const button = element('button', { type: 'button', className: 'try' }, 'Try it');
    let dialog: Promise<HTMLDialogElement> | undefined;
    button.addEventListener('click', () => {
      dialog ??= openDialog(operation, base);
      dialog.then(
        (opened) => opened.showModal(),
        (error: unknown) => {
          dialog = undefined;
          place.append(element('p', { role: 'alert' }, `The contract could not be loaded: ${String(error)}`));
        },
      );
    });
    place.append(button);
    place.hidden = false;
  }
}

function isOrigin(base: string): boolean {
  return URL.canParse(base) && new URL(base).origin === location.origin;
}

async function openDialog(operationId: string, base: string): Promise<HTMLDialogElement> {
  const read = async (file: string) => (await fetch(`${document.body.dataset['up'] ?? ''}${file}`)).json();
  const [contract, start] = (await Promise.all([read('openapi.json'), read('console.json')])) as [object, ConsoleStart];
  const operation = findOperation(contract, operationId);
  if (!operation) throw new Error(`it has no operation ${operationId}.`);
  const key = initialKey(operation, start);
  if (operation.collection !== undefined && key !== '') await rememberNewest(base + operation.collection, key);
  const dialog = createDialog(operation, { base, start });
  document.body.append(dialog);
  return dialog;
}

/** Remembers the ids of the newest resource. A refusal leaves the example of the contract in the form. */
async function rememberNewest(url: string, key: string): Promise<void> {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${key}` } });
  if (response.ok) rememberIds(await response.json());
}

function createDialog(
  operation: ConsoleOperation,
  { base, start }: { readonly base: string; readonly start: ConsoleStart },
): HTMLDialogElement {
  const title = element('h2', {}, element('code', {}, `${operation.method} ${operation.path}`));
  const close = element('button', { type: 'button' }, 'Close');
  const { form, read } = createRequestForm(operation, start);
  const result = element('div', { className: 'result' });
  result.setAttribute('aria-live', 'polite');
  const dialog = element(
    'dialog',
    { className: 'console-dialog' },
    element('header', {}, title, close),
    element('div', { className: 'panes' }, form, result),
  );
  dialog.setAttribute('aria-label', 'Send this operation');
  let events: EventList | undefined;
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => events?.stop());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });
  return dialog;

  async function send(): Promise<void> {
    events?.stop();
    result.replaceChildren(element('p', { className: 'note' }, 'Sending.'));
    const { url, key, init } = read(base);
    try {
      const signal = AbortSignal.timeout(timeout_ms);
      const response = await fetch(url, { ...init, credentials: 'omit', redirect: 'error', signal });
      const text = await response.text();
      const body = parsed(text);
      result.replaceChildren(responseView(response, { text, body, operation }));
      if (!response.ok) return;
      rememberIds(body);
      events = eventsOf(body, key);
      if (events) result.append(events.view);
    } catch (error) {
      result.replaceChildren(element('p', { role: 'alert' }, `The service sent no response: ${String(error)}`));
    }
  }

  /** Undefined if the response has no resource with events. */
  function eventsOf(body: unknown, key: string): EventList | undefined {
    if (!operation.events || typeof body !== 'object' || body === null) return undefined;
    const { object, id } = body as { readonly object?: unknown; readonly id?: unknown };
    const filter = `${String(object)}_id`;
    if (typeof id !== 'string' || !operation.events.filters.includes(filter)) return undefined;
    const url = `${base}${operation.events.path}?${String(new URLSearchParams({ [filter]: id }))}`;
    return createEventList(url, { key, resource: String(object) });
  }
}

/** Undefined if the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
