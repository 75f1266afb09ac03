/** A pasted message, read as the server would read it. Nothing is sent. */
import { useState } from 'react';
import type { SenderKind } from '#domain/integration/schema.ts';
import { useClock } from '#src/data/client/clock.tsx';
import { useDraft } from '#src/data/client/drafts.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { TextArea } from '#src/ui/text-input.tsx';
import styles from './integrations.module.css';
import { type SignalResult, ReadSignal } from './read-signal.tsx';
import { readMessageOf } from './read-message.ts';
import { pastePanels } from './senders.ts';

/** The others have a panel of their own. */
type ReadKind = Exclude<SenderKind, 'json' | 'heartbeat'>;

export function MessageTester({ kind }: { readonly kind: ReadKind }) {
  const [pasted, setPasted] = useDraft(`integration.message.${kind}`);
  const [reading, setReading] = useState<SignalResult | null>(null);
  const clock = useClock();
  return (
    <Panel title={pastePanels[kind]} frame="box">
      <div className={styles.tester}>
        <Field
          label="Message"
          hint="JSON, as the sender sends it. Nothing is stored, and nobody is paged."
          error={reading !== null && !reading.ok ? reading.problem : undefined}
        >
          <TextArea
            rows={5}
            maxRows={16}
            value={pasted}
            onChange={(event) => {
              setPasted(event.target.value);
              setReading(null);
            }}
          />
        </Field>
        <div>
          <Button onClick={() => setReading(readMessageOf(pasted, kind, clock.now()))}>Read it</Button>
        </div>
        {reading?.ok ? <ReadSignal signal={reading.signal} warnings={reading.warnings} /> : null}
      </div>
    </Panel>
  );
}
