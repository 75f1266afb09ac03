/** The members' rows, of which those near the visible part are in the document. */
import Ellipsis from 'lucide-react/icons/ellipsis';
import { memo } from 'react';
import type { Member } from '#domain/team/schema.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { Avatar } from '#src/components/avatar.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { useMedia } from '#src/ui/use-media.ts';
import { VisibleItems } from '#src/ui/visible-items.tsx';
import styles from './members.module.css';
import { roleTitles } from './role-titles.ts';

interface MemberListProps {
  readonly members: readonly Member[];
  /** Opens a member's menu. A stable function. */
  readonly onOpen: (member: Member, anchor: HTMLElement) => void;
}

/** Heights of a row before it is measured, in pixels. */
const rowHeights = { wide: 41, narrow: 53 };

export function MemberList({ members, onOpen }: MemberListProps) {
  const { me } = useTeam();
  return (
    <VisibleItems
      label="Members"
      items={members}
      getKey={idOf}
      rowHeight={useMedia('(min-width: 720px)') ? rowHeights.wide : rowHeights.narrow}
      className={styles.list}
      rowClassName={styles.row}
      renderItem={(member) => <MemberRow member={member} own={member.id === me.id} onOpen={onOpen} />}
    />
  );
}

const idOf = ({ id }: Member): string => id;

interface MemberRowProps {
  readonly member: Member;
  readonly own: boolean;
  readonly onOpen: (member: Member, anchor: HTMLElement) => void;
}

const MemberRow = memo(function MemberRow({ member, own, onOpen }: MemberRowProps) {
  const { id, displayName, role } = member;
  return (
    <>
      <Avatar person={{ id, name: displayName }} decorative />
      <span className={styles.who}>
        <span className={styles.name}>{displayName}</span>
        {own ? <span className={styles.you}>(you)</span> : null}
      </span>
      <span className={styles.role}>{roleTitles[role]}</span>
      <IconButton
        label={`Actions for ${displayName}`}
        icon={<Ellipsis className="icon" />}
        aria-haspopup="menu"
        onClick={(event) => onOpen(member, event.currentTarget)}
      />
    </>
  );
});
