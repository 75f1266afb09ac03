import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { IconButton } from './icon-button.tsx';

export interface CopyButtonProps {
  readonly text: string;
  /** Name of the action: "Copy link". */
  readonly label: string;
}

/** Copies a text; its label confirms until the pointer or the focus leaves. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('refused');
    }
  };
  const said = outcome === 'copied' ? 'Copied' : 'The browser refused. Select the text and copy it.';
  return (
    <>
      <IconButton
        label={outcome ? said : label}
        icon={outcome === 'copied' ? <Check className="icon" /> : <Copy className="icon" />}
        size="small"
        onClick={() => void copy()}
        onBlur={() => setOutcome(null)}
        onPointerLeave={() => setOutcome(null)}
      />
      <span className="visually-hidden" aria-live="polite">
        {outcome ? said : ''}
      </span>
    </>
  );
}
