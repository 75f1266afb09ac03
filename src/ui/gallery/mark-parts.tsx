import { Avatar, AvatarStack } from '../avatar.tsx';
import { Badge } from '../badge.tsx';
import { Kbd } from '../kbd.tsx';
import { Link } from '../link.tsx';
import { SeverityMark } from '../severity-mark.tsx';
import { StatusMark } from '../status-mark.tsx';
import { Countdown, Duration, Time } from '../time.tsx';
import styles from './gallery.module.css';
import { Part } from './part.tsx';
import { minute, now, people } from './samples.tsx';

export function MarkParts() {
  return (
    <>
      <Part title="Type">
        <div className={styles.type}>
          <span
            style={{
              fontSize: 'var(--t5)',
              lineHeight: 'var(--t5-line)',
              fontWeight: 640,
              letterSpacing: '-0.024em',
            }}
          >
            Checkout fails 1,204
          </span>
          <span style={{ fontSize: 'var(--t4)', lineHeight: 'var(--t4-line)', fontWeight: 640 }}>
            Card payments fail
          </span>
          <span style={{ fontSize: 'var(--t3)', lineHeight: 'var(--t3-line)' }}>
            Escalates to Lin in 4:12
          </span>
          <span>Rollback is through on two of three zones. Il1 0O</span>
          <span style={{ fontSize: 'var(--t1)' }}>Median of 14 pages this week</span>
          <Link href="/" look="text">
            A link in text
          </Link>
        </div>
      </Part>
      <Part title="Severity">
        <div className={styles.cluster}>
          {([1, 2, 3, 4, 5] as const).map((level) => (
            <SeverityMark key={level} level={level} />
          ))}
          <SeverityMark level={2} form="short" />
          <SeverityMark level={3} form="shape" name="Degraded" />
        </div>
      </Part>
      <Part title="States">
        <div className={styles.cluster}>
          {(
            [
              'triage',
              'investigating',
              'fixing',
              'monitoring',
              'resolved',
              'closed',
              'declined',
              'merged',
            ] as const
          ).map((state) => (
            <StatusMark key={state} of="incident" state={state} />
          ))}
        </div>
        <div className={styles.cluster}>
          {(['open', 'acknowledged', 'resolved', 'suppressed'] as const).map((state) => (
            <StatusMark key={state} of="alert" state={state} />
          ))}
        </div>
        <div className={styles.cluster}>
          {(['pending', 'notifying', 'acknowledged', 'exhausted', 'cancelled'] as const).map((state) => (
            <StatusMark key={state} of="page" state={state} />
          ))}
        </div>
      </Part>
      <Part title="People">
        <div className={styles.cluster}>
          {people.map((person) => (
            <Avatar key={person.id} person={person} presence={person.presence} />
          ))}
        </div>
        <div className={styles.cluster}>
          <AvatarStack people={people} max={4} size="large" />
          <AvatarStack people={people} size="small" />
        </div>
      </Part>
      <Part title="Badges and keys">
        <div className={styles.cluster}>
          <Badge>Draft</Badge>
          <Badge tone="accent">You</Badge>
          <Badge tone="good">Reachable</Badge>
          <Badge tone="caution">Stale</Badge>
          <Badge tone="danger">Failed</Badge>
          <Badge tone="signal">2 need you</Badge>
          <Kbd combo="mod+k" />
          <Kbd combo="g i" />
          <Kbd combo="?" />
        </div>
      </Part>
      <Part title="Times">
        <div className={styles.cluster}>
          <Time at={now - 4 * minute} />
          <Time at={now - 26 * 60 * minute} />
          <Time at={now - 20 * 24 * 60 * minute} />
          <Time at={now - 4 * minute} form="clock" />
          <Time at={now - 4 * minute} form="date" href="/" />
          <Countdown to={now + 4.2 * minute} />
          <Duration from={now - 74 * minute} />
        </div>
      </Part>
    </>
  );
}
