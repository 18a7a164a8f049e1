import { navigate, useHistoryState, useSearch } from 'wouter/use-browser-location';

/** The filters of a list: their values in the address, and a function that changes some of them and shows the first page. */
export interface Filters<Name extends string> {
  readonly values: Readonly<Partial<Record<Name, string>>>;
  /** An empty text removes a filter. */
  readonly set: (changes: Partial<Record<Name, string>>) => void;
  readonly clear: () => void;
  readonly areSet: boolean;
}

/** Keeps the filters with these names in the query of the address, so that a filtered list can be linked. */
export function useFilters<const Name extends string>(names: readonly Name[]): Filters<Name> {
  const search = new URLSearchParams(useSearch());
  const present = names.flatMap((name): [Name, string][] => {
    const value = search.get(name);
    return value === null || value === '' ? [] : [[name, value]];
  });
  const set = (changes: Partial<Record<Name, string>>) => {
    for (const [name, value] of Object.entries<string | undefined>(changes)) {
      if (value === undefined || value === '') search.delete(name);
      else search.set(name, value);
    }
    search.delete('cursor');
    const text = search.toString();
    navigate(location.pathname + (text === '' ? '' : `?${text}`));
  };
  return {
    // The names are those of the argument.
    values: Object.fromEntries(present) as Partial<Record<Name, string>>,
    set,
    clear: () => set(Object.fromEntries(names.map((name) => [name, ''])) as Partial<Record<Name, string>>),
    areSet: present.length > 0,
  };
}

/** The addresses of a list and of the rows that open beside it. They keep the filters and the page of the list. */
interface RowAddress {
  /** The address of the row with this id. */
  readonly toRow: (id: string) => string;
  /** The `state` of a link to a row, so that Newer still works after the row is closed. */
  readonly state: unknown;
  /** Returns to the list. */
  readonly close: () => void;
}

/** Returns the addresses for the list at `list`, such as `/organizations/org_1/bookings`. */
export function useRowAddress(list: string): RowAddress {
  const search = useSearch();
  const state = useHistoryState<unknown>();
  return {
    toRow: (id) => `${list}/${encodeURIComponent(id)}${search}`,
    state,
    close: () => navigate(list + search, { replace: true, state }),
  };
}

/** An API key, a signing secret, an access token or a sign-in link. */
const secret = /^(?:sk_|whsec_|adm_|bsl_)/;
const email = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;
const phone = /^\+[1-9]\d{6,14}$/;
/** The characters that people write between the digits of a phone number. */
const separators = /[\s()./-]/g;

/** Returns the e-mail address, or the phone number without its separators; undefined if the text is neither. */
export function findContact(text: string): string | undefined {
  if (email.test(text)) return text;
  const number = text.replaceAll(separators, '');
  return phone.test(number) ? number : undefined;
}

/** The address of the search for this text. It has neither a secret nor a contact, because a browser keeps addresses. */
export function searchAddress(text: string): string {
  const q = text.trim();
  if (secret.test(q)) return '/search?refused=secret';
  if (findContact(q) !== undefined) return '/search?refused=contact';
  return q === '' ? '/search' : `/search?q=${encodeURIComponent(q)}`;
}
