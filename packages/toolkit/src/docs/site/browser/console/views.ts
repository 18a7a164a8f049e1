import type { ConsoleOperation } from './operation.ts';

const pause_ms = 2000;
const mostPolls = 30;

interface ListedEvent {
  readonly id: string;
  readonly type: string;
  readonly created: string;
}

export interface EventList {
  readonly view: HTMLElement;
  /** Ends the polls. */
  stop(): void;
}

/** Shows the events of a resource, and polls for further ones for a minute. `url` lists them. */
export function createEventList(
  url: string,
  { key, resource }: { readonly key: string; readonly resource: string },
): EventList {
  const stopped = new AbortController();
  const status = element('p', { className: 'note', textContent: 'Polling for events.' });
  status.setAttribute('role', 'status');
  const list = element('ol', { className: 'events' });
  const known = new Set<string>();
  void poll();
  return {
    view: element('div', {}, element('h3', {}, `Webhooks of this ${resource}`), status, list),
    stop: () => stopped.abort(),
  };

  async function poll(): Promise<void> {
    for (let tries = 0; tries < mostPolls && !stopped.signal.aborted; tries += 1) {
      const failure = await load().catch((error: unknown) => String(error));
      if (stopped.signal.aborted) return;
      if (failure !== undefined) {
        status.textContent = `The events could not be read: ${failure}`;
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, pause_ms));
    }
    if (!stopped.signal.aborted) status.textContent = `${known.size} events. Send the request again to poll for more.`;
  }

  /** Adds the events that are not shown yet. Returns the reason if the service refuses. */
  async function load(): Promise<string | undefined> {
    const response = await fetch(url, { headers: { Authorization: `Bearer ${key}` }, signal: stopped.signal });
    if (!response.ok) return `status ${response.status}`;
    const { data } = (await response.json()) as { readonly data: readonly ListedEvent[] };
    // The list begins with the newest, and the page ends with it.
    for (const event of data.toReversed().filter(({ id }) => !known.has(id))) {
      known.add(event.id);
      const summary = element('summary', {}, element('code', {}, event.type), ` ${event.created}`);
      list.append(element('li', {}, element('details', {}, summary, block(JSON.stringify(event, null, 2)))));
    }
    status.textContent = known.size === 0 ? 'No events yet. Polling.' : `${known.size} events`;
    return undefined;
  }
}

/** A larger body is cut, because a page with more text responds slowly. */
const mostCharacters = 200_000;

/** Shows a response: its status, the headers of the contract, and its body. */
export function responseView(
  response: Response,
  { text, body, operation }: { readonly text: string; readonly body: unknown; readonly operation: ConsoleOperation },
): HTMLElement {
  const names = operation.headers.filter((name) => response.headers.has(name));
  const rows = names.map((name) =>
    element('tr', {}, element('th', { scope: 'row' }, name), element('td', {}, response.headers.get(name) ?? '')),
  );
  const shown = body === undefined ? text : JSON.stringify(body, null, 2);
  return element(
    'div',
    {},
    element('p', { className: response.ok ? 'status' : 'status failed' }, `${response.status} ${response.statusText}`),
    element('table', {}, element('tbody', {}, ...rows)),
    block(shown),
  );
}

/** Text in a block that scrolls, also by keyboard. */
function block(text: string): HTMLPreElement {
  return element('pre', { tabIndex: 0 }, element('code', {}, text.slice(0, mostCharacters)));
}

/** Creates an element with these properties and children. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const created = Object.assign(document.createElement(name), properties);
  created.append(...children);
  return created;
}
