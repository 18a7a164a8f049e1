import type { ReactNode } from 'react';
import { Dialog, type DialogProps } from './dialog.tsx';

/** The details of one row, beside its list. On a phone it fills the screen. Its address should open it again. */
export function Drawer(props: Omit<DialogProps, 'place'>): ReactNode {
  return <Dialog {...props} place="drawer" />;
}
