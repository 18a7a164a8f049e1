import { useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { searchAddress } from '../api/search-address.ts';

/** The search box over every id, at the top of every screen. A phone has the screen Search instead. */
export function FindId(): ReactNode {
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  return (
    <form
      role="search"
      aria-label="Every id"
      className="find-id"
      onSubmit={(event) => {
        event.preventDefault();
        navigate(searchAddress(text));
        setText('');
      }}
    >
      <input
        type="search"
        aria-label="Find by id"
        placeholder="Find by id"
        maxLength={100}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </form>
  );
}
