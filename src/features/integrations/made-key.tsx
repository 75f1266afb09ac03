/** A new key, shown once: only this browser has it. */
import { useState } from 'react';
import type { SenderKind } from '#domain/integration/schema.ts';
import { useServerNow } from '#src/data/client/server-now.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import styles from './integrations.module.css';
import { KeyArrivals } from './key-arrivals.tsx';
import { SenderConfiguration } from './sender-configuration.tsx';

interface MadeKeyProps {
  readonly integrationId: string;
  readonly kind: SenderKind;
  readonly secret: string;
  /** Whether it replaces another key, whose messages are left out, on the integration's page. Default: a new integration. */
  readonly rotated?: boolean;
  readonly onDone: () => void;
}

export function MadeKey({ integrationId, kind, secret, rotated = false, onDone }: MadeKeyProps) {
  const now = useServerNow();
  const [madeAt] = useState(now);
  return (
    <div className={styles.made}>
      <Banner kind="caution">
        The key is shown only now: Muster doesn’t keep it. Copy it before you go on.
      </Banner>
      <div className={styles.key}>
        <code>{secret}</code>
        <CopyButton text={secret} label="Copy the key" />
      </div>
      <div className={styles.beside}>
        <SenderConfiguration kind={kind} secret={secret} onItsPage={rotated} />
        <KeyArrivals integrationId={integrationId} kind={kind} since={rotated ? madeAt : null} />
      </div>
      <div>
        <Button variant="primary" onClick={onDone}>
          I have copied it
        </Button>
      </div>
    </div>
  );
}
