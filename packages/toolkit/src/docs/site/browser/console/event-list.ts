import { element } from './element.ts';
import { block } from './response-view.ts';

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
