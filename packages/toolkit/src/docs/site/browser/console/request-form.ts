import { element } from './views.ts';
import type { ConsoleOperation, ConsoleStart, Parameter } from './operation.ts';

const keyStorage = 'docs-api-key';

interface RequestForm {
  readonly form: HTMLFormElement;
  /** The request as the form has it now. `base` is the address of the service. */
  readonly read: (base: string) => { readonly url: string; readonly key: string; readonly init: RequestInit };
}

/** The fields of an operation: the key, its parameters, and its body. They begin with the examples of the contract, with values that exist. */
export function createRequestForm(operation: ConsoleOperation, start: ConsoleStart): RequestForm {
  const now = start.now === undefined ? new Date() : new Date(start.now);
  const key = element('input', {
    type: 'password',
    autocomplete: 'off',
    required: true,
    value: initialKey(operation, start),
  });
  const note = element('p', { className: 'note' });
  const inputs = operation.parameters.map((parameter) => {
    const { name, required = false, example } = parameter;
    const input = element('input', {
      required,
      placeholder: textOf(example),
      value: initialValue(parameter, { header: operation.idempotencyHeader, now }),
    });
    return { parameter, input, field: labelled(required ? name : `${name}, optional`, input) };
  });
  const body = element('textarea', { rows: 12, spellcheck: false });
  const examples = element('select', {}, ...operation.bodies.map(({ summary }) => element('option', {}, summary)));
  const [first] = operation.bodies;
  fillBody(0);
  examples.addEventListener('change', () => fillBody(examples.selectedIndex));
  key.addEventListener('input', describeKey);
  describeKey();
  const send = element('button', { type: 'submit', className: 'send' }, 'Send');
  const form = element('form', {}, labelled('API key', key), note, ...inputs.map(({ field }) => field));
  if (operation.bodies.length > 1) form.append(labelled('Example', examples));
  if (first) form.append(labelled('Body', body));
  const invented = operation.parameters.find(
    (each) => each.in === 'path' && prefixOf(each.example) && !recentId(each.example),
  );
  if (invented) {
    const text = `No response in this tab had an ${invented.name} of this kind: the form has the one of an example. Create a resource first.`;
    form.append(element('p', { className: 'note' }, text));
  }
  form.append(send);

  function fillBody(index: number): void {
    body.value = JSON.stringify(withRecentValues(operation.bodies[index]?.value, now), null, 2) ?? '';
  }

  function describeKey(): void {
    const isLive = operation.livePrefix !== undefined && key.value.startsWith(operation.livePrefix);
    note.textContent = isLive
      ? 'This is a live key. Outside a sandbox the request is real.'
      : `Use ${operation.requiresLiveKey ? 'the live key' : 'a test key'} of your sandbox. The key stays in this tab.`;
  }

  return {
    form,
    read(base) {
      storeKey(key.value);
      const values = inputs
        .map(({ parameter, input }) => ({ parameter, value: input.value.trim() }))
        .filter(({ value }) => value !== '');
      const headers = new Headers({ Authorization: `Bearer ${key.value.trim()}` });
      let path = operation.path;
      const query = new URLSearchParams();
      for (const { parameter, value } of values) {
        if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, encodeURIComponent(value));
        else if (parameter.in === 'header') headers.set(parameter.name, value);
        else for (const [name, each] of queryPairs(parameter, value)) query.append(name, each);
      }
      if (first) headers.set('Content-Type', 'application/json');
      const search = query.size > 0 ? `?${String(query)}` : '';
      return {
        url: `${base}${path}${search}`,
        key: key.value.trim(),
        init: { method: operation.method, headers, ...(first && { body: body.value }) },
      };
    },
  };
}

function labelled(text: string, input: HTMLElement): HTMLLabelElement {
  return element('label', {}, element('span', {}, text), input);
}

/** A required parameter begins with its example, and a create with a new idempotency key. */
function initialValue(
  { name, required = false, example }: Parameter,
  { header, now }: { readonly header: string | undefined; readonly now: Date },
): string {
  if (name === header) return `docs-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
  return required ? textOf(withRecentValues(example, now)) : '';
}

function textOf(example: unknown): string {
  if (Array.isArray(example)) return example.join(',');
  if (example === undefined || example === null) return '';
  if (typeof example === 'string') return example;
  if (typeof example !== 'object') return JSON.stringify(example);
  return Object.entries(example)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(',');
}

/** A list repeats its name. An object has a name for each of its entries, which are `name=value`. */
function queryPairs({ name, schema }: Parameter, value: string): [name: string, value: string][] {
  if (schema?.type === 'array') return value.split(',').map((each) => [name, each.trim()]);
  if (schema?.type !== 'object') return [[name, value]];
  return value.split(',').map((each) => {
    const [key = '', ...rest] = each.split('=');
    return [`${name}[${key.trim()}]`, rest.join('=')];
  });
}

/** The key of this tab, unless the operation needs a live one. Otherwise that of the sandbox, or ''. */
export function initialKey({ requiresLiveKey, livePrefix = '' }: ConsoleOperation, { keys }: ConsoleStart): string {
  const stored = storedKey();
  const fits = stored !== '' && (!requiresLiveKey || stored.startsWith(livePrefix));
  return (fits ? undefined : keys?.[requiresLiveKey ? 'live' : 'test']) ?? stored;
}

/** The key is kept for this tab only, and a browser may refuse to. */
function storedKey(): string {
  try {
    return sessionStorage.getItem(keyStorage) ?? '';
  } catch {
    return '';
  }
}

function storeKey(key: string): void {
  try {
    sessionStorage.setItem(keyStorage, key);
  } catch {
    // The field still has it.
  }
}

/** The ids of the last resources, so that the next request begins with resources that exist. */
const storageKey = 'docs-recent-ids';

/** A resource: its id and the ids of the resources that it names, by their prefixes. */
type RecentIds = Readonly<Record<string, string>>;

/** Remembers the first resource of each kind in a response, for this tab. */
export function rememberIds(body: unknown): void {
  const found = new Map<string, RecentIds>();
  collect(body);
  const kept = Object.entries(read()).filter(([kind]) => !found.has(kind));
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries([...kept, ...found])));
  } catch {
    // Without storage, a form begins with the examples of the contract.
  }

  function collect(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    const ids = idsIn(value);
    const kind = 'id' in value ? prefixOf(value.id) : undefined;
    if (kind !== undefined && !found.has(kind))
      found.set(kind, Object.fromEntries(ids.map(({ prefix, id }) => [prefix, id])));
    Object.values(value).forEach(collect);
  }
}

/** The ids among the fields of an object. */
function idsIn(value: object): { readonly key: string; readonly prefix: string; readonly id: string }[] {
  return Object.entries(value).flatMap(([key, id]: [string, unknown]) => {
    const prefix = key === 'id' || key.endsWith('_id') ? prefixOf(id) : undefined;
    return prefix === undefined ? [] : [{ key, prefix, id: String(id) }];
  });
}

/** Returns the recent id of the kind that the example has. Undefined if no response had one. */
function recentId(example: unknown): string | undefined {
  const prefix = prefixOf(example) ?? '';
  return read()[prefix]?.[prefix];
}

/**
 * Returns an example with recent ids in the place of its own, and the day after `now` in the place of a day, also within an id. Several
 * ids of an object are replaced by those of one resource: a copy belongs to its book.
 */
function withRecentValues(example: unknown, now: Date): unknown {
  const tomorrow = new Date(now.getTime() + 24 * 3600 * 1000).toISOString().slice(0, 10);
  return replace(example);

  function replace(value: unknown): unknown {
    if (typeof value === 'string') {
      if (/^\d{4}-\d\d-\d\d$/.test(value)) return tomorrow;
      return recentId(value) ?? withDay(value);
    }
    if (Array.isArray(value)) return value.map(replace);
    if (typeof value !== 'object' || value === null) return value;
    const ids = idsIn(value);
    const resource = Object.values(read()).findLast((each) => ids.every(({ prefix }) => prefix in each));
    const own = new Map(ids.map(({ key, prefix, id }) => [key, resource?.[prefix] ?? withDay(id)]));
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, own.get(key) ?? replace(each)]));
  }

  function withDay(id: string): string {
    return id.replace(/(?<=_)\d{8}(?=T\d{4}$)/, tomorrow.replaceAll('-', ''));
  }
}

function prefixOf(id: unknown): string | undefined {
  return typeof id === 'string' ? /^([a-z]{2,8})_\w/.exec(id)?.[1] : undefined;
}

function read(): Record<string, RecentIds> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, RecentIds>;
  } catch {
    return {};
  }
}
