/** Panel of unseen notices, newest first; a notice marked as seen leaves the panel. */
import Check from 'lucide-react/icons/check';
import type { Notice } from '#domain/notice/schema.ts';
import { noticeWords } from '#domain/notice/labels.ts';
import { useServerNow } from '#src/data/client/server-now.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { useConnected } from '#src/data/client/connection.ts';
import { explain } from '#src/data/client/errors.ts';
import { useUnseenNotices } from '#src/data/queries/notices.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { useZones } from '#src/ui/clock.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Link } from '#src/ui/link.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { Ago } from '#src/ui/time.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './notices-panel.module.css';
import { PagesLeft } from './pages-left.tsx';

export function NoticesPanel() {
  const notices = useUnseenNotices();
  const toasts = useToasts();
  const offline = useConnected() === false;
  const unmark = useCommand('seeNotices', {
    onError: (error) => toasts.error('The notices stay marked', explain(error)),
  });
  const mark = useCommand('seeNotices', {
    onError: (error) => toasts.error('The notices were not marked', explain(error)),
  });
  const see = (seen: readonly Notice[]) => {
    const noticeIds = seen.map(({ id }) => id);
    mark.mutate({ noticeIds, seen: true });
    const what = noticeIds.length === 1 ? 'Marked as seen' : `${noticeIds.length} notices marked as seen`;
    toasts.undo(offline ? `${what}, queued until you are online` : what, () =>
      unmark.mutate({ noticeIds, seen: false }),
    );
  };
  if (notices.length === 0) return null;
  return (
    <Panel
      title="For you to know"
      count={notices.length}
      frame="box"
      actions={
        notices.length < 2 ? null : (
          <Button variant="quiet" onClick={() => see(notices)}>
            Mark all as seen
          </Button>
        )
      }
    >
      <ul className={styles.notices} aria-label="For you to know">
        {notices.map((notice) => (
          <Line key={notice.id} notice={notice} onSeen={() => see([notice])} />
        ))}
      </ul>
    </Panel>
  );
}

function Line({ notice, onSeen }: { readonly notice: Notice; readonly onSeen: () => void }) {
  const { content, link, createdAt } = notice;
  const people = usePeople();
  const now = useServerNow(60_000);
  const { zone: timezone } = useZones();
  const { title, body } = noticeWords(content, { now, timezone, nameOf: people.name });
  return (
    <li className={styles.notice}>
      <span className={styles.words}>
        {content.kind === 'pagesLeft' ? (
          <strong>{title}</strong>
        ) : (
          <Link href={link} look="text">
            {title}
          </Link>
        )}
        <span className={styles.body}>{body}</span>
        {content.kind === 'pagesLeft' && <PagesLeft to={content.to} pageIds={content.pageIds} />}
        <span className={styles.when}>
          <Ago at={createdAt} />
        </span>
      </span>
      <IconButton label={`Mark as seen: ${title}`} icon={<Check className="icon" />} onClick={onSeen} />
    </li>
  );
}
