import { useState, type ReactNode } from 'react';
import { Select } from '../components/select.tsx';
import { chooseTheme, storedTheme, type Theme } from './theme.ts';

/** Switches between the theme of the system, light and dark. */
export function ThemeSwitch(): ReactNode {
  const [theme, setTheme] = useState(storedTheme);
  const choose = (chosen: Theme) => {
    chooseTheme(chosen);
    setTheme(chosen);
  };
  return (
    <Select
      label="Theme"
      value={theme}
      onChange={choose}
      options={[
        ['system', 'As the system'],
        ['light', 'Light'],
        ['dark', 'Dark'],
      ]}
    />
  );
}
