/** A new key, shown once: only this browser has it. */
import type { SenderKind } from '#domain/integration/schema.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import styles from './integrations.module.css';
import { SenderConfiguration } from './sender-configuration.tsx';

interface MadeKeyProps {
  readonly kind: SenderKind;
  readonly secret: string;
  readonly onDone: () => void;
}

export function MadeKey({ kind, secret, onDone }: MadeKeyProps) {
  return (
    <div className={styles.made}>
      <Banner kind="caution">
        The key is shown only now: Muster doesn’t keep it. Copy it before you go on.
      </Banner>
      <div className={styles.key}>
        <code>{secret}</code>
        <CopyButton text={secret} label="Copy the key" />
      </div>
      <SenderConfiguration kind={kind} secret={secret} />
      <div>
        <Button variant="primary" onClick={onDone}>
          I have copied it
        </Button>
      </div>
    </div>
  );
}
