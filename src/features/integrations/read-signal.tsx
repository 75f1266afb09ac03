/** Effect of a message, part by part. */
import type { Signal } from '#domain/ingest/signal.ts';
import { DefinitionList } from '#src/ui/panel.tsx';
import styles from './integrations.module.css';

export type SignalResult =
  | { readonly ok: true; readonly signal: Signal; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly problem: string };

const actions = {
  trigger: 'Opens an alert, or adds to the one that is open under its key',
  acknowledge: 'Acknowledges its alert',
  resolve: 'Resolves its alert',
} as const;

interface ReadSignalProps {
  readonly signal: Signal;
  readonly warnings: readonly string[];
}

export function ReadSignal({ signal, warnings }: ReadSignalProps) {
  const { action, summary, severity, dedupKey, labels, links } = signal;
  const labelWords = Object.entries(labels).map(([name, value]) => `${name}: ${value}`);
  return (
    <output className={styles.read}>
      <DefinitionList
        items={[
          { term: 'What it does', value: actions[action] },
          { term: 'Summary', value: summary },
          { term: 'Severity', value: severity },
          { term: 'Dedup key', value: <code>{dedupKey}</code> },
          { term: 'Labels', value: labelWords.join(', ') || 'None' },
          { term: 'Links', value: links.map(({ text }) => text).join(', ') || 'None' },
          ...(warnings.length > 0 ? [{ term: 'Note', value: warnings.join(' ') }] : []),
        ]}
      />
    </output>
  );
}
