/** People in the room, with their presence. */
import { memo } from 'react';
import type { Incident } from '#domain/incident/schema.ts';
import { rolesOf } from '#domain/incident/roles.ts';
import { useRoomFailure, useRoomPeople } from '#src/data/queries/presence.ts';
import { usePeople, useTeam } from '#src/data/queries/team.tsx';
import { Avatar, type PresenceState } from '#src/components/avatar.tsx';
import { Link } from '#src/ui/link.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { QueryProblem } from '#src/ui/query-view.tsx';
import styles from './people-panel.module.css';
import { roleNames } from './labels.ts';

const words: Readonly<Record<PresenceState, string>> = { looking: 'Here', typing: 'Typing', away: 'Away' };

export const PeoplePanel = memo(function PeoplePanel({ incident }: { readonly incident: Incident }) {
  const { me } = useTeam();
  const people = usePeople();
  const here = new Map(useRoomPeople(incident.id).map((person) => [person.userId, person]));
  const failure = useRoomFailure(incident.id);
  const everyone = [...new Set([...incident.people, ...here.keys()])]
    .map((userId) => ({
      userId,
      name: people.name(userId),
      phone: people.find(userId)?.phone ?? null,
      presence: here.get(userId)?.doing ?? ('away' as const),
      roles: rolesOf(incident, userId),
    }))
    .toSorted(
      (a, b) =>
        Number(a.presence === 'away') - Number(b.presence === 'away') ||
        b.roles.length - a.roles.length ||
        a.name.localeCompare(b.name),
    );
  return (
    <Panel title="People" count={failure ? undefined : here.size}>
      {failure ? <QueryProblem title="Who is here can’t be read" failure={failure} /> : null}
      <ul className={styles.people}>
        {everyone.map(({ userId, name, phone, presence, roles }) => (
          <Person
            key={userId}
            userId={userId}
            name={name}
            phone={userId === me.id ? null : phone}
            isReader={userId === me.id}
            roles={roles.map((role) => roleNames[role]).join(', ')}
            presence={failure ? null : presence}
          />
        ))}
      </ul>
    </Panel>
  );
});

interface PersonProps {
  readonly userId: string;
  readonly name: string;
  /** Null: none to call. */
  readonly phone: string | null;
  readonly isReader: boolean;
  /** Empty for none. */
  readonly roles: string;
  /** Null: unknown. */
  readonly presence: PresenceState | null;
}

const Person = memo(function Person({ userId, name, phone, isReader, roles, presence }: PersonProps) {
  return (
    <li className={styles.person}>
      <Avatar person={{ id: userId, name }} presence={presence ?? 'away'} decorative />
      <span className={styles.words}>
        <span className={styles.name}>
          {name}
          {isReader ? <span className={styles.you}> you</span> : null}
        </span>
        {roles === '' ? null : <span className={styles.role}>{roles}</span>}
      </span>
      {phone === null ? null : (
        <Link look="text" href={`tel:${phone}`} aria-label={`Call ${name}`}>
          Call
        </Link>
      )}
      {presence === null ? null : (
        <span className={styles.doing} data-doing={presence}>
          {words[presence]}
        </span>
      )}
    </li>
  );
});
