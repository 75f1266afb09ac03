/** A new webhook. Then its signing secret, once. */
import { useState } from 'react';
import { useLocation } from 'wouter';
import { links } from '#src/data/links.ts';
import { PageHeader, Panel } from '#src/ui/panel.tsx';
import { MadeSecret } from './made-secret.tsx';
import { type SavedReceiver, WebhookForm } from './webhook-form.tsx';
import styles from './webhooks.module.css';

export function NewWebhook() {
  const [, navigate] = useLocation();
  const [made, setMade] = useState<SavedReceiver | null>(null);
  return (
    <>
      <PageHeader
        title={made === null ? 'Add a webhook' : `The secret of ${made.name}`}
        description={made === null ? 'A program or a chat room that is told of changes.' : undefined}
      />
      <div className={styles.page}>
        {made?.secret ? (
          <Panel title="Signing secret" frame="box">
            <MadeSecret secret={made.secret} onDone={() => navigate(links.webhook(made.webhookId))} />
          </Panel>
        ) : (
          <WebhookForm
            webhook={null}
            onSaved={(saved) =>
              saved.secret === null ? navigate(links.webhook(saved.webhookId)) : setMade(saved)
            }
            onCancel={() => navigate(links.webhooks())}
          />
        )}
      </div>
    </>
  );
}
