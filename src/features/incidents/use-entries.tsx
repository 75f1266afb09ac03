/** The timeline's events as entries of the design system; one that did not change stays the same object. */
import Ellipsis from 'lucide-react/icons/ellipsis';
import { useMemo } from 'react';
import type { Attachment } from '#domain/attachment/schema.ts';
import type { Incident } from '#domain/incident/schema.ts';
import type { TimelineEvent } from '#domain/timeline/schema.ts';
import { isInertImage } from '#domain/attachment/files.ts';
import { rolesOf } from '#domain/incident/roles.ts';
import { programLabel, sentenceOf } from '#domain/timeline/labels.ts';
import { useConnected } from '#src/data/client/connection.ts';
import type { Live } from '#src/data/client/documents.ts';
import { pendingText } from '#src/data/client/pending-text.ts';
import { useAttachment, useAttachments } from '#src/data/queries/room-lists.ts';
import { links } from '#src/data/links.ts';
import { type MemberDirectory, usePeople, useTeam } from '#src/data/queries/team.tsx';
import { useFileUrl } from '#src/data/queries/uploads.ts';
import { RowIconButton } from '#src/ui/icon-button.tsx';
import { MessageText } from '#src/ui/message-text.tsx';
import { entryAnchor, type TimelineRow } from '#src/components/timeline-entry.tsx';
import { lookOf } from './event-look.tsx';
import { TimelineSentence, sentenceText } from './sentence.tsx';
import styles from './timeline-pane.module.css';
import { roleNames } from './labels.ts';

type Item = Live<TimelineEvent>;

export interface EntryOptions {
  /** Ids of comments that are being withdrawn. */
  readonly withdrawing: ReadonlySet<string>;
  /** Opens a comment's menu; `null`: it has none. A stable function. */
  readonly onMenu: ((entryId: string, button: HTMLElement) => void) | null;
}

export function useEntries(
  incident: Incident,
  items: readonly Item[],
  { withdrawing, onMenu }: EntryOptions,
): readonly TimelineRow[] {
  const people = usePeople();
  const { me } = useTeam();
  const offline = useConnected() === false;
  const { number, roles } = incident;
  const listed = useAttachments(incident.id).data;
  const files = listed?.items;
  const isWhole = listed === undefined || listed.earlier === 0;
  const pictures = useMemo(
    () =>
      new Map(
        (files ?? []).filter(({ value }) => isInertImage(value.type)).map(({ value }) => [value.id, value]),
      ),
    [files],
  );
  // The live cache keeps what did not change, so an event is the key to what was made of it.
  const made = useMemo(
    () => maker({ people, number, roles, pictures, isWhole, offline, me: me.id, withdrawing, onMenu }),
    [people, number, roles, pictures, isWhole, offline, me.id, withdrawing, onMenu],
  );
  return useMemo(() => items.map(made), [items, made]);
}

/** Entries of events, cached by event. */
function maker(context: Context): (item: Item) => TimelineRow {
  const entries = new WeakMap<Item, TimelineRow>();
  return (item) => {
    const entry = entries.get(item) ?? entryOf(item, context);
    entries.set(item, entry);
    return entry;
  };
}

interface Context extends EntryOptions {
  readonly people: MemberDirectory;
  readonly number: number;
  readonly roles: Incident['roles'];
  /** Loaded image files. */
  readonly pictures: ReadonlyMap<string, Attachment>;
  /** Whether no other files are to be read: all are loaded, or will be at once. */
  readonly isWhole: boolean;
  readonly offline: boolean;
  readonly me: string;
}

function entryOf({ value: event, pending, waits = false }: Item, context: Context): TimelineRow {
  const { people, number, roles, pictures, isWhole, offline, me, withdrawing, onMenu } = context;
  const leaving = withdrawing.has(event.id) && event.kind === 'comment';
  const isQueued = ((pending || leaving) && offline) || waits;
  const base = {
    id: event.id,
    at: event.createdAt,
    writtenAt: event.writtenAt,
    href: `${links.incident(number)}#${entryAnchor(event.id)}`,
    own: pending && event.createdBy === me,
    delivery: isQueued ? 'queued' : pending || leaving ? 'sending' : 'sent',
    deliveryNote: isQueued ? queuedNote(offline, leaving) : undefined,
  } as const;
  if (event.kind === 'comment' || event.kind === 'withdrawn') {
    const [role] = rolesOf({ roles }, event.createdBy);
    const comment = {
      ...base,
      kind: 'comment',
      author: { id: event.createdBy, name: authorName(people.name(event.createdBy), event) },
      role: role && roleNames[role],
    } as const;
    if (event.kind === 'withdrawn')
      return {
        ...comment,
        body: <Withdrawn by={people.name(event.withdrawnBy)} />,
        source: 'Comment withdrawn',
      };
    return {
      ...comment,
      body: <MessageText>{event.body}</MessageText>,
      source: event.body,
      actions: onMenu ? (
        <RowIconButton
          label="More about this comment"
          icon={<Ellipsis className="icon" />}
          size="small"
          aria-haspopup="menu"
          onClick={({ currentTarget }) => onMenu(event.id, currentTarget)}
        />
      ) : undefined,
    };
  }
  const sentence = sentenceOf(event);
  return {
    ...base,
    kind: 'event',
    ...lookOf(event),
    text: <TimelineSentence parts={sentence} people={people} />,
    source: sentenceText(sentence, people),
    body: event.kind === 'attachment' ? pictureOf(event, pictures, isWhole) : undefined,
  };
}

type AttachmentEvent = Extract<TimelineEvent, { kind: 'attachment' }>;

function pictureOf(
  { incidentId, attachmentId, change }: AttachmentEvent,
  pictures: Context['pictures'],
  isWhole: boolean,
) {
  const picture = pictures.get(attachmentId);
  if (picture) return <Picture file={picture} />;
  return isWhole || change === 'removed' ? undefined : <EarlierPicture {...{ incidentId, attachmentId }} />;
}

function queuedNote(offline: boolean, leaving: boolean): string {
  if (!offline) return `${pendingText('waiting', '')}.`;
  return leaving
    ? 'To be withdrawn when the connection is back.'
    : 'Queued. It is sent when the connection is back.';
}

function Withdrawn({ by }: { readonly by: string }) {
  return <p className={styles.withdrawn}>Comment withdrawn by {by}</p>;
}

/** Picture of a file that is not loaded with the others; nothing for another kind of file, and for one that is gone. */
/** With the program by which they acted. */
const authorName = (name: string, event: TimelineEvent): string => `${name}${programLabel(event)}`;

function EarlierPicture({ incidentId, attachmentId }: Pick<AttachmentEvent, 'incidentId' | 'attachmentId'>) {
  const file = useAttachment(incidentId, attachmentId)?.value;
  return file && isInertImage(file.type) ? <Picture file={file} /> : null;
}

/** Picture with reserved space, so that nothing moves when it arrives. */
function Picture({ file }: { readonly file: Attachment }) {
  const href = useFileUrl(file.path);
  return (
    <a href={href} target="_blank" rel="noreferrer noopener" className={styles.picture}>
      {href ? <img src={href} alt={file.name} loading="lazy" /> : null}
    </a>
  );
}
