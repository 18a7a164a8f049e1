import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Tone } from '../../components/badge.tsx';
import { Badge } from '../../components/badge.tsx';
import { findAttention, type AttentionFacts } from './find-attention.ts';

const toneWords: Readonly<Partial<Record<Tone, string>>> = { bad: 'Act now', waiting: 'Check', accent: 'To do' };

/** Open tasks of a person, most urgent first. */
export function Attention(facts: AttentionFacts): ReactNode {
  const items = findAttention(facts);
  return (
    <section className="card stack">
      <h2>Needs attention</h2>
      {items.length === 0 ? (
        <p>Nothing needs attention: webhooks arrive, and the limits have room.</p>
      ) : (
        <ul className="attention">
          {items.map(({ tone, text, address, link }) => (
            <li key={text}>
              <Badge tone={tone}>{toneWords[tone]}</Badge>
              <span>{text}</span>
              {address !== null && <Link href={address}>{link}</Link>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
