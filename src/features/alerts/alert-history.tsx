/** History of an alert: what happened to it and its page, and comments. In an incident, the incident's timeline goes on with it. */
import { useState } from 'react';
import { type AlertEvent, incidentEventOf } from '#domain/alert/history.ts';
import type { Alert } from '#domain/alert/schema.ts';
import { type SentencePart, sentenceOf } from '#domain/timeline/labels.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { useDraft } from '#src/data/client/drafts.ts';
import { explain } from '#src/data/client/errors.ts';
import { useView } from '#src/data/client/view.ts';
import { links } from '#src/data/links.ts';
import { inTimeOrder, useAlertHistory } from '#src/data/queries/alert-history.ts';
import { useIncidentById } from '#src/data/queries/incidents.ts';
import { useMayRun, usePeople } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { Link } from '#src/ui/link.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { TextArea } from '#src/ui/text-input.tsx';
import { Time } from '#src/ui/time.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './alerts.module.css';

export function AlertHistory({ alert }: { readonly alert: Alert }) {
  const { data, error } = useAlertHistory(alert.id);
  const view = useView({ data, error });
  const incident = useIncidentById(alert.incidentId).data?.value;
  return (
    <div className={styles.history}>
      <QueryView
        view={view}
        failed="The history can’t be read"
        loading={<Skeleton label="Loading the history" shape="text" count={3} />}
        empty={incident ? null : <p>Nothing has happened to it since it opened.</p>}
      >
        {({ items }) => (
          <ol className={styles.entries} aria-label="History">
            {inTimeOrder(items.map(({ value }) => value)).map((event) => (
              <Entry key={event.id} alert={alert} event={event} />
            ))}
          </ol>
        )}
      </QueryView>
      {incident ? (
        <p>
          What happened to it and its comments are on the timeline of{' '}
          <Link look="text" href={links.incident(incident.number)}>
            #{incident.number} {incident.title}
          </Link>
          .
        </p>
      ) : null}
      <CommentForm alert={alert} />
    </div>
  );
}

function Entry({ alert, event }: { readonly alert: Alert; readonly event: AlertEvent }) {
  const people = usePeople();
  const parts = sentenceOf(incidentEventOf(event, ''));
  return (
    <li>
      <Time at={event.createdAt} form="moment" />
      <span>
        {parts.map((part, index) => (
          // A sentence never changes its parts: their place is their identity.
          <Part key={`${index} ${part.kind}`} part={part} nameOf={people.name} />
        ))}
        {event.kind === 'comment' ? ' ' : null}
        {event.kind === 'comment' ? <Withdraw alert={alert} event={event} /> : null}
      </span>
    </li>
  );
}

function Part({
  part,
  nameOf,
}: {
  readonly part: SentencePart;
  readonly nameOf: (userId: string) => string;
}) {
  switch (part.kind) {
    case 'person':
      return <strong>{nameOf(part.userId)}</strong>;
    case 'quote':
      return <q className={styles.quote}>{part.text}</q>;
    case 'duration':
      return `${Math.round(part.milliseconds / 60_000)} min`;
    case 'severity':
      return part.severity;
    case 'status':
      return part.status;
    case 'link':
    case 'text':
      return part.text;
  }
}

function Withdraw({
  alert: { private: isPrivate, people },
  event: { id: entryId, alertId, createdBy: author },
}: {
  readonly alert: Alert;
  readonly event: AlertEvent;
}) {
  const [asking, setAsking] = useState(false);
  const toasts = useToasts();
  const verdict = useMayRun()('withdrawAlertComment', { private: isPrivate, people, author });
  const withdrawal = useDialogCommand('withdrawAlertComment', {
    open: asking,
    close: () => setAsking(false),
    queued: () => toasts.done('The withdrawal is queued', 'It is done when the connection is back.'),
    failedLater: (error) => toasts.error('The comment was not withdrawn', explain(error)),
  });
  if (!verdict.allowed) return null;
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        Withdraw
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Withdraw this comment?"
        confirmLabel="Withdraw comment"
        danger
        busy={withdrawal.pending && 'Withdrawing…'}
        problem={withdrawal.problem}
        onConfirm={() => withdrawal.send({ alertId, entryId })}
      >
        Its text is erased for good. Author and time stay.
      </ConfirmDialog>
    </>
  );
}

function CommentForm({ alert }: { readonly alert: Alert }) {
  const { id: alertId } = alert;
  const [text, setText] = useDraft(`alert.comment.${alertId}`);
  const toasts = useToasts();
  const verdict = useMayRun()('commentAlert', alert);
  const comment = useCommand('commentAlert', {
    onSuccess: () => setText(''),
    onError: (error) => toasts.error('The comment was not saved', explain(error)),
  });
  return (
    <form
      className={styles.comment}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '' && verdict.allowed) comment.mutate({ alertId, body: text });
      }}
    >
      <Field label="Comment" compact>
        <TextArea rows={2} maxRows={8} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <div>
        <Button
          type="submit"
          busy={comment.isPending && !comment.isPaused && 'Saving…'}
          disabledReason={verdict.allowed ? text.trim() === '' && 'Write something first.' : verdict.reason}
        >
          Comment
        </Button>
      </div>
    </form>
  );
}
