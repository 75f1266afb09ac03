/** The members' rows, of which those near the visible part are in the document. */
import Ellipsis from 'lucide-react/icons/ellipsis';
import { memo, useCallback, useMemo, useState } from 'react';
import type { Member } from '#domain/team/schema.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { Avatar } from '#src/components/avatar.tsx';
import { cx } from '#src/ui/cx.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { useMedia } from '#src/ui/use-media.ts';
import { useVisibleRows, wholeList } from '#src/ui/use-visible-rows.ts';
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
  const [focused, setFocused] = useState<string | null>(null);
  const keyAt = useCallback((index: number) => members[index]?.id ?? String(index), [members]);
  const estimate = useMedia('(min-width: 720px)') ? rowHeights.wide : rowHeights.narrow;
  const { list, rows, height, measure } = useVisibleRows({
    count: members.length,
    keyAt,
    kept: members.findIndex(({ id }) => id === focused),
    estimate,
    window: useMemo(() => wholeList(members.length), [members.length]),
  });
  return (
    <ul
      ref={list}
      aria-label="Members"
      className={cx(styles.list, height !== undefined && styles.windowed)}
      style={height === undefined ? undefined : { height }}
    >
      {rows.map(({ index, top }) => {
        const member = members[index];
        if (member === undefined) return null;
        return (
          <li
            key={member.id}
            ref={measure}
            data-index={index}
            aria-posinset={index + 1}
            aria-setsize={members.length}
            className={styles.row}
            style={top === undefined ? undefined : { top }}
          >
            <MemberRow member={member} own={member.id === me.id} onOpen={onOpen} onFocus={setFocused} />
          </li>
        );
      })}
    </ul>
  );
}

interface MemberRowProps {
  readonly member: Member;
  readonly own: boolean;
  readonly onOpen: (member: Member, anchor: HTMLElement) => void;
  readonly onFocus: (id: string) => void;
}

const MemberRow = memo(function MemberRow({ member, own, onOpen, onFocus }: MemberRowProps) {
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
        onFocus={() => onFocus(id)}
        onClick={(event) => onOpen(member, event.currentTarget)}
      />
    </>
  );
});
