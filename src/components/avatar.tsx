import { use, useState } from 'react';
import type { Presence } from '#domain/presence/schema.ts';
import { cx } from '#src/ui/cx.ts';
import styles from './avatar.module.css';
import { usePersonColours } from './person-colour.ts';
import { AvatarPictures } from './avatar-pictures.ts';

export interface AvatarPerson {
  /** Determines the colour, with the schedule that it is shown in. */
  readonly id: string;
  readonly name: string;
}

/** Presence in a room; `away`: not connected to it. */
export type PresenceState = Presence['doing'] | 'away';

export interface AvatarProps {
  readonly person: AvatarPerson;
  /** A ring for looking, dots for typing, hollow for away. */
  readonly presence?: PresenceState | undefined;
  /** Default `medium` (24 px); `huge` is 64 px. */
  readonly size?: 'small' | 'medium' | 'large' | 'huge';
  /** Hidden from screen readers, because the name is beside it. */
  readonly decorative?: boolean;
}

export function Avatar({ person, presence, size = 'medium', decorative }: AvatarProps) {
  const picture = use(AvatarPictures).get(person.id);
  const colourOf = usePersonColours();
  const words = presence ? `${person.name}, ${presence}` : person.name;
  return (
    <span
      title={decorative ? undefined : words}
      className={cx(styles.avatar, styles[size], presence && styles[presence])}
      style={colourOf(person.id)}
    >
      <span aria-hidden="true">{initialsOf(person.name)}</span>
      {picture === undefined ? null : <Picture key={picture} address={picture} />}
      {decorative ? null : <span className="visually-hidden">{words}</span>}
      {presence === 'typing' ? (
        <span className={styles.dots}>
          <i />
          <i />
          <i />
        </span>
      ) : null}
    </span>
  );
}

/** Picture over the initials, which stay when it can't be loaded. */
function Picture({ address }: { readonly address: string }) {
  const [failed, setFailed] = useState(false);
  if (failed) return null;
  return <img className={styles.picture} src={address} alt="" onError={() => setFailed(true)} />;
}

export interface AvatarStackProps {
  readonly people: readonly (AvatarPerson & { readonly presence?: PresenceState | undefined })[];
  /** More than this become "+3". Default 5. */
  readonly max?: number;
  readonly size?: AvatarProps['size'];
}

export function AvatarStack({ people, max = 5, size = 'medium' }: AvatarStackProps) {
  const shown = people.slice(0, max);
  const rest = people.slice(max);
  return (
    <span className={styles.stack}>
      {shown.map((person) => (
        <Avatar key={person.id} person={person} presence={person.presence} size={size} />
      ))}
      {rest.length > 0 ? (
        <span className={cx(styles.avatar, styles[size], styles.rest)} title={namesOf(rest)}>
          <span aria-hidden="true">+{rest.length}</span>
          <span className="visually-hidden">
            and {rest.length} more: {namesOf(rest)}
          </span>
        </span>
      ) : null}
    </span>
  );
}

const namesOf = (people: readonly AvatarPerson[]) => people.map((person) => person.name).join(', ');

/** "Lin Ødegård" gives "LØ", "lin" gives "L". */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = firstLetter(words[0]);
  const last = words.length > 1 ? firstLetter(words.at(-1)) : '';
  return (first + last).toLocaleUpperCase() || '?';
}

const firstLetter = (word = '') => Array.from(word)[0] ?? '';
