import { useMemo } from 'react';
import { parseMessage, type MessagePart } from './message-parse.ts';
import styles from './message-text.module.css';

/** Plain text with line breaks, links, `code` and fenced blocks. Never markup. */
export function MessageText({ children }: { readonly children: string }) {
  const parts = useMemo(() => parseMessage(children), [children]);
  return (
    <div className={styles.text}>
      {parts.map((part, index) => (
        <Part key={`${index} ${part.kind}`} part={part} />
      ))}
    </div>
  );
}

function Part({ part }: { readonly part: MessagePart }) {
  if (part.kind === 'code') return <code className={styles.code}>{part.text}</code>;
  if (part.kind === 'block') return <pre className={styles.block}>{part.text}</pre>;
  if (part.kind === 'text') return part.text;
  return (
    <a href={part.text} target="_blank" rel="noreferrer noopener" className={styles.link}>
      {part.text}
    </a>
  );
}
