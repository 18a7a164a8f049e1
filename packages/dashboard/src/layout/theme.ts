/** `system` follows the operating system. */
export type Theme = 'system' | 'light' | 'dark';

const themes: readonly Theme[] = ['system', 'light', 'dark'];
const key = 'theme';

/** The theme that the person chose in this browser. Default: `system`. */
export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(key);
    return themes.find((theme) => theme === stored) ?? 'system';
  } catch {
    // A browser can forbid storage.
    return 'system';
  }
}

/** Shows a theme. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
}

/** Shows a theme, and remembers it in this browser. */
export function chooseTheme(theme: Theme): void {
  applyTheme(theme);
  try {
    localStorage.setItem(key, theme);
  } catch {
    // Then it lasts until the page is closed.
  }
}
