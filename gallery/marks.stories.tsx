import { severities } from '#domain/incident/schema.ts';
import { Avatar, AvatarStack } from '#src/components/avatar.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Kbd } from '#src/ui/kbd.tsx';
import { Link } from '#src/ui/link.tsx';
import { SeverityMark } from '#src/components/severity-mark.tsx';
import { StatusMark } from '#src/components/status-mark.tsx';
import { Countdown, Duration, Time } from '#src/ui/time.tsx';
import styles from './gallery.module.css';
import { sampleMinute, sampleNow, samplePeople, severityNames } from './samples.tsx';

export default { title: 'Marks' };

export const Type = () => (
  <>
    <div className={styles.type}>
      <span
        style={{
          fontSize: 'var(--text-5)',
          lineHeight: 'var(--text-5-line)',
          fontWeight: 640,
          letterSpacing: '-0.024em',
        }}
      >
        Checkout fails 1,204
      </span>
      <span style={{ fontSize: 'var(--text-4)', lineHeight: 'var(--text-4-line)', fontWeight: 640 }}>
        Card payments fail
      </span>
      <span style={{ fontSize: 'var(--text-3)', lineHeight: 'var(--text-3-line)' }}>
        Escalates to Lin in 4:12
      </span>
      <span>Rollback is through on two of three zones. Il1 0O</span>
      <span style={{ fontSize: 'var(--text-1)' }}>Median of 14 pages this week</span>
      <Link href="/" look="text">
        A link in text
      </Link>
    </div>
  </>
);

export const SeverityMarks = () => (
  <>
    <div className={styles.cluster}>
      {severities.map((severity) => (
        <SeverityMark key={severity} severity={severity} name={severityNames[severity]} />
      ))}
      <SeverityMark severity="SEV2" name="Major" form="short" />
      <SeverityMark severity="SEV3" name="Degraded" form="shape" />
    </div>
  </>
);

export const StatusMarks = () => (
  <>
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
  </>
);

export const Avatars = () => (
  <>
    <div className={styles.cluster}>
      {samplePeople.map((person) => (
        <Avatar key={person.id} person={person} presence={person.presence} />
      ))}
    </div>
    <div className={styles.cluster}>
      <AvatarStack people={samplePeople} max={4} size="large" />
      <AvatarStack people={samplePeople} size="small" />
    </div>
  </>
);

export const BadgesAndKeys = () => (
  <>
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
  </>
);

export const Times = () => (
  <>
    <div className={styles.cluster}>
      <Time at={sampleNow - 4 * sampleMinute} />
      <Time at={sampleNow - 26 * 60 * sampleMinute} />
      <Time at={sampleNow - 20 * 24 * 60 * sampleMinute} />
      <Time at={sampleNow - 4 * sampleMinute} form="clock" />
      <Time at={sampleNow - 4 * sampleMinute} form="moment" href="/" />
      <Countdown to={sampleNow + 4.2 * sampleMinute} />
      <Duration from={sampleNow - 74 * sampleMinute} />
    </div>
  </>
);
