/** Roles in the room: holders, offers, answers, hand-overs. */
import Ellipsis from 'lucide-react/icons/ellipsis';
import UserPlus from 'lucide-react/icons/user-plus';
import { type Incident, type RoomRole, roomRoles } from '#domain/incident/schema.ts';
import { useCommand, usePendingCommand } from '#src/data/client/commands.ts';
import { useRoomFailure, useRoomPeople } from '#src/data/queries/presence.ts';
import { useOfferAnswer } from '#src/data/queries/offers.ts';
import { type MemberDirectory, useMayRun, usePeople, useTeam } from '#src/data/queries/team.tsx';
import { Avatar } from '#src/components/avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Menu, type MenuItem } from '#src/ui/menu.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { readAgain } from './read-again.ts';
import styles from './roles-panel.module.css';
import { useShowError } from './use-show-error.ts';
import { WaitingMark } from './waiting-mark.tsx';
import { roleNames } from './labels.ts';
import { isFinal } from '#domain/incident/status.ts';
import { isResponder } from '#domain/permissions.ts';

export function RolesPanel({ incident }: { readonly incident: Incident }) {
  return (
    <Panel title="Roles">
      <ul className={styles.roles}>
        {roomRoles.map((role) => (
          <RoleRow key={role} incident={incident} role={role} />
        ))}
      </ul>
    </Panel>
  );
}

function RoleRow({ incident, role }: { readonly incident: Incident; readonly role: RoomRole }) {
  const people = usePeople();
  const { me } = useTeam();
  const holder = incident.roles[role];
  const offer = incident.offers[role];
  const pending = usePendingCommand('assignRole', { incidentId: incident.id, role });
  return (
    <li className={styles.role}>
      <span className={styles.name}>{roleNames[role]}</span>
      <span className={styles.holder}>
        {holder === null ? (
          <span className={styles.nobody}>Nobody</span>
        ) : (
          <>
            <Avatar person={{ id: holder, name: people.name(holder) }} size="small" decorative />
            <span className={styles.person} title={people.name(holder)}>
              {people.name(holder)}
            </span>
          </>
        )}
      </span>
      <RoleMenu incident={incident} role={role} people={people} />
      {pending ? (
        <span className={styles.note}>
          {pending.input.userId === me.id ? 'For you' : `For ${people.name(pending.input.userId)}`}{' '}
          <WaitingMark state={pending.state} />
        </span>
      ) : null}
      {offer && !pending ? (
        offer.userId === me.id ? (
          <OfferAnswer incident={incident} role={role} />
        ) : (
          <span className={styles.note}>Offered to {people.name(offer.userId)}, not answered yet</span>
        )
      ) : null}
    </li>
  );
}

/** Buttons that accept and decline a role offer to the signed-in member. */
export function OfferAnswer({ incident, role }: { readonly incident: Incident; readonly role: RoomRole }) {
  const showError = useShowError();
  const answer = useOfferAnswer(incident, role, { onError: showError('Your answer was not taken') });
  if (answer.pending)
    return (
      <span className={styles.note}>
        {answer.pending.accept ? 'Accepted' : 'Declined'} <WaitingMark state={answer.pending.state} />
      </span>
    );
  return (
    <span className={styles.answer}>
      <Button size="small" variant="primary" onClick={() => answer.send(true)}>
        Accept
      </Button>
      <Button size="small" onClick={() => answer.send(false)}>
        Decline
      </Button>
    </span>
  );
}

function RoleMenu({
  incident,
  role,
  people,
}: {
  readonly incident: Incident;
  readonly role: RoomRole;
  readonly people: MemberDirectory;
}) {
  const { me } = useTeam();
  const mayRun = useMayRun();
  const showError = useShowError();
  const assign = useCommand('assignRole', { onError: showError(`The role of ${role} was not offered`) });
  const holder = incident.roles[role];
  const over = isFinal(incident);
  const here = new Set(useRoomPeople(incident.id).map(({ userId }) => userId));
  const isPresenceKnown = useRoomFailure(incident.id) === null;
  /** The words of the panel of people. */
  const hintOf = (userId: string): string | undefined => {
    if (!isPresenceKnown) return undefined;
    if (here.has(userId)) return 'Here';
    return incident.people.includes(userId) ? 'Away' : 'Not in the room yet';
  };

  const item = (userId: string, label: string): MenuItem => {
    const verdict = mayRun('assignRole', incident, { incidentId: incident.id, role, userId });
    return {
      id: userId,
      label,
      icon: <Avatar person={{ id: userId, name: people.name(userId) }} size="small" decorative />,
      hint: hintOf(userId),
      disabledReason: !verdict.allowed && verdict.reason,
      onSelect: () => assign.mutate({ incidentId: incident.id, role, userId }),
    };
  };
  const nearness = (userId: string) =>
    Number(here.has(userId)) * 2 + Number(incident.people.includes(userId));
  const inRoomFirst = (a: string, b: string) => nearness(b) - nearness(a);
  const others = people.all
    .filter((person) => isResponder(person) && person.id !== me.id && person.id !== holder)
    .map((person) => person.id)
    .toSorted(inRoomFirst);
  const label = holder === null ? `Assign ${role}` : `Hand over ${role}`;
  const icon = holder === null ? <UserPlus className="icon" /> : <Ellipsis className="icon" />;
  if (over)
    return (
      <IconButton
        label={label}
        icon={icon}
        size="small"
        disabledReason={`This incident is ${incident.status} and can’t be changed.`}
      />
    );
  return (
    <Menu
      align="end"
      trigger={<IconButton label={label} icon={icon} size="small" />}
      sections={[
        ...(holder === me.id ? [] : [{ items: [{ ...item(me.id, 'Take it yourself'), hint: undefined }] }]),
        ...(people.failure ? [{ items: [readAgain(people.failure)] }] : []),
        ...(others.length > 0
          ? [{ heading: 'Offer to', items: others.map((userId) => item(userId, people.name(userId))) }]
          : []),
      ]}
    />
  );
}
