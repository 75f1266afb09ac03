/** The timeline's events as entries of the design system; one that did not change stays the same object. */
import { useMemo } from 'react';
import type { Attachment } from '#domain/entities/attachment.ts';
import type { Incident } from '#domain/entities/incident.ts';
import type { TimelineEvent } from '#domain/entities/timeline-event.ts';
import { rolesOf } from '#domain/roles.ts';
import { sentenceOf } from '#domain/timeline.ts';
import { useConnected } from '#src/live/connection.ts';
import type { Live } from '#src/live/documents.ts';
import { useAttachments } from '#src/live/incidents.ts';
import { links } from '#src/live/links.ts';
import { type People, usePeople, useTeam } from '#src/live/team.tsx';
import { useFileUrl } from '#src/live/uploads.ts';
import { MessageText } from '#src/ui/message-text.tsx';
import { entryAnchor, type TimelineEntry } from '#src/ui/timeline-entry.tsx';
import { lookOf } from './event-look.tsx';
import { isImage } from './files-panel.tsx';
import { Sentence } from './sentence.tsx';
import styles from './timeline-pane.module.css';
import { roleNames } from './wording.ts';

type Item = Live<TimelineEvent>;

export function useEntries(incident: Incident, items: readonly Item[]): readonly TimelineEntry[] {
  const people = usePeople();
  const { me } = useTeam();
  const offline = useConnected() === false;
  const { number, roles } = incident;
  const files = useAttachments(incident.id).data?.items;
  const pictures = useMemo(
    () => new Map((files ?? []).filter(({ value }) => isImage(value)).map(({ value }) => [value.id, value])),
    [files],
  );
  // The live cache keeps what did not change, so an event is the key to what was made of it.
  const made = useMemo(
    () => maker({ people, number, roles, pictures, offline, me: me.id }),
    [people, number, roles, pictures, offline, me.id],
  );
  return useMemo(() => items.map(made), [items, made]);
}

/** Makes each event's entry once. */
function maker(context: Context): (item: Item) => TimelineEntry {
  const entries = new WeakMap<Item, TimelineEntry>();
  return (item) => {
    const entry = entries.get(item) ?? entryOf(item, context);
    entries.set(item, entry);
    return entry;
  };
}

interface Context {
  readonly people: People;
  readonly number: number;
  readonly roles: Incident['roles'];
  readonly pictures: ReadonlyMap<string, Attachment>;
  readonly offline: boolean;
  readonly me: string;
}

function entryOf({ value: event, pending }: Item, context: Context): TimelineEntry {
  const { people, number, roles, pictures, offline, me } = context;
  const base = {
    id: event.id,
    at: event.createdAt,
    href: `${links.incident(number)}#${entryAnchor(event.id)}`,
    own: pending && event.createdBy === me,
    delivery: pending ? (offline ? 'queued' : 'sending') : 'sent',
    deliveryNote: pending && offline ? 'Queued. It is sent when the connection is back.' : undefined,
  } as const;
  if (event.kind === 'comment') {
    const [role] = rolesOf({ roles }, event.createdBy);
    return {
      ...base,
      kind: 'comment',
      author: { id: event.createdBy, name: people.name(event.createdBy) },
      role: role && roleNames[role],
      body: <MessageText>{event.body}</MessageText>,
    };
  }
  const picture = event.kind === 'attachment' ? pictures.get(event.attachmentId) : undefined;
  return {
    ...base,
    kind: 'event',
    ...lookOf(event),
    text: <Sentence parts={sentenceOf(event)} people={people} />,
    body: picture ? <Picture file={picture} /> : undefined,
  };
}

/** Its place is kept before it arrives, so nothing moves when it does. */
function Picture({ file }: { readonly file: Attachment }) {
  const href = useFileUrl(file.path);
  return (
    <a href={href} target="_blank" rel="noreferrer noopener" className={styles.picture}>
      {href ? <img src={href} alt={file.name} loading="lazy" /> : null}
    </a>
  );
}
