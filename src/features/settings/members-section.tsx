/** Settings section of members and roles. Owners change roles and remove members; each member may leave. */
import Search from 'lucide-react/icons/search';
import { useCallback, useMemo, useState } from 'react';
import { leavingFailure } from '#domain/team/membership.ts';
import type { Member } from '#domain/team/schema.ts';
import { links } from '#src/data/links.ts';
import { useMayRun, usePeople, useTeam } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { Link } from '#src/ui/link.tsx';
import { AnchoredMenu, type MenuItem } from '#src/ui/menu.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { QueryProblem } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { MemberDialog, type MemberDialogKind, useLastOwnerReason } from './member-dialogs.tsx';
import { MemberList } from './member-list.tsx';
import { RecoveryRequests } from './recovery-requests.tsx';
import styles from './members.module.css';

interface Opened {
  readonly kind: MemberDialogKind;
  readonly member: Member;
}

export function MembersSection() {
  const { me } = useTeam();
  const people = usePeople();
  const [filter, setFilter] = useState('');
  const [opened, setOpened] = useState<Opened | null>(null);
  const [menu, setMenu] = useState<{ readonly member: Member; readonly anchor: HTMLElement } | null>(null);
  const open = useCallback((member: Member, anchor: HTMLElement) => setMenu({ member, anchor }), []);
  const wanted = filter.trim().toLocaleLowerCase();
  const found = useMemo(
    () =>
      people.all.filter(
        ({ displayName, role }) =>
          wanted === '' || displayName.toLocaleLowerCase().includes(wanted) || role.startsWith(wanted),
      ),
    [people.all, wanted],
  );
  const items = useMemberActions((kind, member) => setOpened({ kind, member }));
  return (
    <>
      <RecoveryRequests />
      <Panel
        title="Members"
        count={people.all.length}
        frame="box"
        flush
        actions={
          <Link href={links.settings('invites')} look="button">
            Invite
          </Link>
        }
      >
        {people.failure !== null && (people.all.length === 0 || people.failure.hidesData) ? (
          <QueryProblem title="The members can’t be read" failure={people.failure} />
        ) : people.all.length === 0 ? (
          <Skeleton label="Loading the members" shape="rows" count={4} />
        ) : (
          <>
            <div className={styles.filter}>
              <TextInput
                aria-label="Find a member"
                placeholder="Name or role"
                leading={<Search className="icon" />}
                value={filter}
                onChange={(event) => setFilter(event.target.value)}
              />
            </div>
            {found.length === 0 ? (
              <p className={styles.none}>
                Nobody is called that. <Button onClick={() => setFilter('')}>Show everybody</Button>
              </p>
            ) : (
              <MemberList members={found} onOpen={open} />
            )}
          </>
        )}
      </Panel>
      {/* Below the list, whose length is not known before. */}
      {people.all.length > 0 ? <Leaving onLeave={() => setOpened({ kind: 'leave', member: me })} /> : null}
      <AnchoredMenu
        anchor={menu?.anchor ?? null}
        open={menu !== null}
        onOpenChange={(next) => {
          if (!next) setMenu(null);
        }}
        align="end"
        sections={[{ items: menu === null ? [] : items(menu.member) }]}
      />
      {opened ? (
        <MemberDialog kind={opened.kind} member={opened.member} onClose={() => setOpened(null)} />
      ) : null}
    </>
  );
}

/** The menu of a row; what may not be done says why. */
function useMemberActions(open: (kind: MemberDialogKind, member: Member) => void) {
  const { me } = useTeam();
  const mayRun = useMayRun();
  const lastOwnerReason = useLastOwnerReason();
  return (member: Member): readonly MenuItem[] => {
    const manages = mayRun('setMemberRole');
    const managing = !manages.allowed && manages.reason;
    const lastOwner = lastOwnerReason(member);
    const own = member.id === me.id;
    return [
      {
        id: 'role',
        label: 'Change role…',
        disabledReason: managing || (lastOwner ?? false),
        onSelect: () => open('role', member),
      },
      {
        id: 'transfer',
        label: 'Transfer the team…',
        disabledReason: managing || (own && 'You own it already.'),
        onSelect: () => open('transfer', member),
      },
      {
        id: 'remove',
        label: 'Remove from the team…',
        danger: true,
        disabledReason:
          managing || (own && 'Leave the team instead, below the members.') || (lastOwner ?? false),
        onSelect: () => open('remove', member),
      },
    ];
  };
}

function Leaving({ onLeave }: { readonly onLeave: () => void }) {
  const { team, me } = useTeam();
  const people = usePeople();
  const owners = people.all.filter(({ role }) => role === 'owner').length;
  const refused = leavingFailure(team, me, Math.max(1, owners));
  return (
    <Panel title="Leave this team" frame="box">
      <div className={styles.stack}>
        <p className={styles.muted}>
          You no longer see {team.name}, and it no longer pages you. What you wrote stays.
        </p>
        <Button variant="danger" disabledReason={refused?.error.message ?? false} onClick={onLeave}>
          Leave {team.name}…
        </Button>
      </div>
    </Panel>
  );
}
