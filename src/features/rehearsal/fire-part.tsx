/** Alerts, as a machine would send them: ready-made, or pasted. */
import Siren from 'lucide-react/icons/siren';
import { useState } from 'react';
import { recognise } from '#domain/ingest/recognise.ts';
import type { Control } from '#ports/control.ts';
import type { HttpRequest, HttpResponse } from '#ports/server/handlers.ts';
import { useDraft } from '#src/data/client/drafts.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { TextArea } from '#src/ui/text-input.tsx';
import type { FiredSample } from './fired-sample.ts';
import styles from './rehearsal.module.css';
import { useWork } from './use-work.ts';

interface FirePartProps {
  readonly control: Control;
  readonly samples: (now: number) => readonly FiredSample[];
  readonly alertmanagerPath: () => Promise<string>;
  readonly routingKey: (() => Promise<string>) | undefined;
  readonly bystander: string | undefined;
}

export function FirePart({ control, samples, alertmanagerPath, routingKey, bystander }: FirePartProps) {
  const [pasted, setPasted] = useDraft('rehearsal.alert');
  const [error, setError] = useState<string | undefined>(undefined);
  const [answer, setAnswer] = useState<string | null>(null);
  const work = useWork();

  const send = (name: string, requestOf: () => Promise<HttpRequest>) =>
    work.run(name, async () => {
      setAnswer(null);
      const request = await requestOf();
      setAnswer(sayAnswer(request, await control.http(request)));
    });

  const firePasted = () => {
    const recognised = recognise(pasted);
    if (!recognised.ok) {
      setError(recognised.error.message);
      return;
    }
    if (recognised.sender === 'grafana') {
      setError(
        'The demonstration has no key for Grafana. Add an integration for it, and read the message there.',
      );
      return;
    }
    setError(undefined);
    const { sender, body } = recognised;
    void send('pasted', async () => {
      if (sender === 'alertmanager') return post(await alertmanagerPath(), JSON.stringify(body));
      const key = routingKey && { routing_key: await routingKey() };
      return post('/v2/enqueue', JSON.stringify({ ...(body as object), ...key }));
    });
  };

  return (
    <>
      {bystander !== undefined && (
        <Banner kind="info">
          These go to the demonstration team. You are in {bystander}, where they do not show. To see what they
          do, sign out and enter as one of the demonstration team.
        </Banner>
      )}
      <ul className={styles.samples}>
        {samples(control.now()).map((sample) => (
          <li key={sample.title} className={styles.sample}>
            <div>
              <p className={styles.name}>{sample.title}</p>
              <p className={styles.muted}>{sample.description}</p>
            </div>
            <Button
              size="small"
              icon={<Siren className="icon" />}
              busy={work.busy === sample.title && 'Sending…'}
              onClick={() => void send(sample.title, () => sample.request())}
              aria-label={`Fire: ${sample.title}`}
            >
              Fire
            </Button>
          </li>
        ))}
      </ul>
      <Field
        label="Or paste a message"
        error={error}
        hint="JSON from Alertmanager’s webhook, or a PagerDuty event. It goes in with a key of the demonstration."
      >
        <TextArea
          rows={4}
          maxRows={14}
          value={pasted}
          spellCheck={false}
          className={styles.code}
          onChange={(event) => {
            setPasted(event.target.value);
            setError(undefined);
          }}
        />
      </Field>
      <Button
        disabledReason={pasted.trim() === '' && 'Paste a message first.'}
        busy={work.busy === 'pasted' && 'Sending…'}
        onClick={firePasted}
      >
        Send it
      </Button>
      <output className={styles.answer}>{answer}</output>
    </>
  );
}

const post = (path: string, body: string): HttpRequest => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json' },
  body,
});

/** Answer to the sender, in one line. */
function sayAnswer(request: HttpRequest, response: HttpResponse): string {
  const body = response.body.length > 200 ? `${response.body.slice(0, 200)}…` : response.body;
  const path = request.path.replace(/\/in\/(\w+)\/.+$/, '/in/$1/…');
  return `${request.method} ${path} answered ${response.status} ${body}`;
}
