/** Composer of the room: draft, typing people, outcome of sent comments. */
import { memo, type Ref, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { limits } from '#domain/constants.ts';
import type { Incident } from '#domain/incident/schema.ts';
import { useClock } from '#src/data/client/clock.tsx';
import { useConnected } from '#src/data/client/connection.ts';
import { useDraft } from '#src/data/client/drafts.ts';
import { explain } from '#src/data/client/errors.ts';
import { useRoomPeople } from '#src/data/queries/presence.ts';
import { useMay, useTeam } from '#src/data/queries/team.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Composer } from '#src/ui/composer.tsx';
import { useKey } from '#src/ui/keys.tsx';
import styles from './composer-pane.module.css';
import { listNames } from './labels.ts';

/** Pause after which a writer is no longer typing, in milliseconds. */
const typingFor = 4_000;

export interface ComposerHandle {
  /** Puts text back into the draft, before its present text. */
  giveBack(text: string): void;
}

export interface ComposerPaneProps {
  readonly incident: Incident;
  readonly send: (body: string) => Promise<void>;
  readonly onTyping: (typing: boolean) => void;
  readonly onFiles: (files: readonly File[]) => void;
  readonly ref?: Ref<ComposerHandle>;
}

export const ComposerPane = memo(function ComposerPane(props: ComposerPaneProps) {
  const { incident, send, onTyping, onFiles, ref } = props;
  const [draft, setDraft] = useDraft(`comment.${incident.id}`);
  const [refusal, setRefusal] = useState<string | null>(null);
  const latest = useRef(draft);
  const input = useRef<HTMLTextAreaElement>(null);
  const may = useMay();
  const comment = may('comment', incident);
  const upload = may('upload', incident);
  const typing = useTypingSignal(onTyping);

  useEffect(() => {
    latest.current = draft;
  }, [draft]);
  useKey('m', 'Write a comment', () => input.current?.focus(), { group: 'Room' });

  const giveBack = useCallback(
    (text: string) => {
      const now = latest.current;
      setDraft(now.trim() === '' ? text : `${text}\n\n${now}`);
      input.current?.focus();
    },
    [setDraft],
  );
  useImperativeHandle(ref, () => ({ giveBack }), [giveBack]);

  const submit = () => {
    const body = draft.trim();
    setDraft('');
    latest.current = '';
    setRefusal(null);
    typing.stopped();
    send(body).catch((error: unknown) => {
      giveBack(body);
      setRefusal(explain(error));
    });
  };

  return (
    <div>
      {refusal ? (
        <div className={styles.refusal}>
          <Banner kind="danger" onDismiss={() => setRefusal(null)}>
            <strong>Not sent; your text is back below.</strong> {refusal}
          </Banner>
        </div>
      ) : null}
      <Composer
        label="Comment"
        placeholder="What do you see? What did you do?"
        value={draft}
        maxLength={limits.comment}
        inputRef={input}
        disabledReason={!comment.allowed && comment.reason}
        note={<Note incidentId={incident.id} />}
        onChange={(text) => {
          setDraft(text);
          if (text.trim() !== '') typing.typed();
          else typing.stopped();
        }}
        onSubmit={submit}
        {...(upload.allowed ? { onFiles } : {})}
      />
    </div>
  );
});

/** Component of its own, so that typing of others doesn't render the field again, nor the field this note. */
function Note({ incidentId }: { readonly incidentId: string }) {
  const { me } = useTeam();
  const offline = useConnected() === false;
  const typing = useRoomPeople(incidentId).filter(
    ({ userId, doing }) => doing === 'typing' && userId !== me.id,
  );
  if (offline) return 'Offline: what you write is queued.';
  if (typing.length === 0) return null;
  return `${listNames(typing.map(({ displayName }) => displayName))} ${typing.length === 1 ? 'is' : 'are'} typing`;
}

/** Reports typing to the room, and its end after a pause. */
function useTypingSignal(onTyping: (typing: boolean) => void) {
  const clock = useClock();
  const cancel = useRef<(() => void) | null>(null);
  const stopped = useCallback(() => {
    cancel.current?.();
    cancel.current = null;
    onTyping(false);
  }, [onTyping]);
  const typed = useCallback(() => {
    cancel.current?.();
    cancel.current = clock.every(typingFor, stopped);
    onTyping(true);
  }, [clock, onTyping, stopped]);
  useEffect(() => () => cancel.current?.(), []);
  return { typed, stopped };
}
