import BellRing from 'lucide-react/icons/bell-ring';
import CircleCheck from 'lucide-react/icons/circle-check';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Gauge from 'lucide-react/icons/gauge';
import Pause from 'lucide-react/icons/pause';
import RotateCw from 'lucide-react/icons/rotate-cw';
import UserPlus from 'lucide-react/icons/user-plus';
import { useState } from 'react';
import { Avatar, AvatarStack } from '#src/components/avatar.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Composer } from '#src/ui/composer.tsx';
import { FileDrop, FileRow } from '#src/ui/file-drop.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { MessageText } from '#src/ui/message-text.tsx';
import { DefinitionList, Panel } from '#src/ui/panel.tsx';
import { RoomLayout } from '#src/components/room-layout.tsx';
import { SeverityMark } from '#src/components/severity-mark.tsx';
import { StatusMark } from '#src/components/status-mark.tsx';
import { Checkbox } from '#src/ui/switch.tsx';
import type { TimelineRow } from '#src/components/timeline-entry.tsx';
import { Timeline } from '#src/components/timeline.tsx';
import { Duration } from '#src/ui/time.tsx';
import styles from './gallery.module.css';
import { sampleMinute, sampleNow, samplePeople, samplePerson, SampleFrame } from './samples.tsx';

export default { title: 'Screens/Room', parameters: { layout: 'fullscreen' } };

export function IncidentRoom() {
  const [draft, setDraft] = useState('');
  const [sent, setSent] = useState<readonly TimelineRow[]>([]);
  const submit = () => {
    const body = <MessageText>{draft}</MessageText>;
    setSent([
      ...sent,
      {
        id: `own${sent.length}`,
        kind: 'comment',
        author: samplePerson('ines'),
        at: sampleNow,
        body,
        own: true,
      },
    ]);
    setDraft('');
  };
  return (
    <SampleFrame current="incidents">
      <RoomLayout
        header={<Header />}
        context={<Context />}
        timeline={<Timeline label="Timeline" entries={[...entries, ...sent]} />}
        composer={
          <Composer
            label="Comment"
            placeholder="Say what you see, try or decide"
            value={draft}
            onChange={setDraft}
            onSubmit={submit}
            onFiles={() => undefined}
            note="Lin is typing…"
          />
        }
        people={<PeopleAndFiles />}
        counts={{ people: 4 }}
      />
    </SampleFrame>
  );
}

function Header() {
  return (
    <div className={styles.stack}>
      <h1 className={styles.roomTitle}>
        <span className={styles.number}>#218</span> Card payments fail at checkout
      </h1>
      <div className={styles.cluster}>
        <SeverityMark severity="SEV1" name="Critical" />
        <StatusMark of="incident" state="investigating" />
        <span>
          for <Duration from={sampleNow - 14 * sampleMinute} />
        </span>
        <AvatarStack people={samplePeople} max={4} />
      </div>
    </div>
  );
}

function Context() {
  const [done, setDone] = useState(true);
  return (
    <>
      <Panel title="Status" actions={<Button size="small">Change</Button>}>
        <DefinitionList
          items={[
            { term: 'State', value: <StatusMark of="incident" state="investigating" /> },
            { term: 'Severity', value: <SeverityMark severity="SEV1" name="Critical" /> },
            { term: 'Services', value: 'Payments, Checkout' },
            { term: 'Declared', value: '14 min ago' },
          ]}
        />
      </Panel>
      <Panel
        title="Roles"
        actions={<IconButton label="Give a role" icon={<UserPlus className="icon" />} size="small" />}
      >
        <DefinitionList
          items={[
            { term: 'Commander', value: 'Inês Duarte' },
            { term: 'Operations', value: 'Lin Ødegård' },
            { term: 'Scribe', value: <Badge tone="caution">Nobody yet</Badge> },
          ]}
        />
      </Panel>
      <Panel title="Tasks" count={2}>
        <Checkbox
          label="Switch to the second acquirer"
          hint="Lin Ødegård"
          checked={done}
          onChange={setDone}
        />
        <Checkbox label="Tell support what to say" checked={false} onChange={() => undefined} />
      </Panel>
      <Panel title="Alerts" count={1}>
        <StatusMark of="alert" state="acknowledged" word="Checkout error rate above 5%" />
      </Panel>
    </>
  );
}

function PeopleAndFiles() {
  return (
    <>
      <Panel title="Here now" count={4}>
        <div className={styles.stack}>
          {samplePeople.slice(0, 5).map((one) => (
            <span key={one.id} className={styles.cluster}>
              <Avatar person={one} presence={one.presence} />
              {one.name}
            </span>
          ))}
        </div>
      </Panel>
      <Panel title="Files" count={2}>
        <FileDrop label="Add files" hint="Up to 25 MB each" onFiles={() => undefined}>
          <FileRow name="error-rate.png" size={182_400} href="/" />
          <FileRow
            name="checkout-api-heap.hprof"
            size={18_240_000}
            progress={0.62}
            note="62% of 18.2 MB"
            actions={<IconButton label="Pause upload" icon={<Pause className="icon" />} size="small" />}
          />
        </FileDrop>
      </Panel>
    </>
  );
}

const entries: readonly TimelineRow[] = [
  {
    id: '0',
    kind: 'event',
    at: sampleNow - 900 * sampleMinute,
    icon: <Gauge />,
    text: (
      <>
        <strong>Alertmanager</strong> said: checkout latency above 2 s
      </>
    ),
  },
  {
    id: '1',
    kind: 'event',
    at: sampleNow - 15 * sampleMinute,
    tone: 'signal',
    icon: <BellRing />,
    text: (
      <>
        <strong>Checkout error rate above 5%</strong> paged <strong>Inês Duarte</strong>
      </>
    ),
  },
  {
    id: '2',
    kind: 'event',
    at: sampleNow - 14 * sampleMinute,
    tone: 'good',
    icon: <CircleCheck />,
    href: '#2',
    text: (
      <>
        <strong>Inês Duarte</strong> acknowledged after 48 seconds
      </>
    ),
  },
  {
    id: '3',
    kind: 'comment',
    at: sampleNow - 13 * sampleMinute,
    author: samplePerson('ines'),
    role: 'Commander',
    href: '#3',
    actions: <IconButton label="More" icon={<Ellipsis className="icon" />} size="small" />,
    body: (
      <MessageText>
        {
          'Errors began at 09:24, right after `checkout-api` 4.12.0 went out.\nDashboard: https://grafana.example.com/d/checkout?from=now-1h'
        }
      </MessageText>
    ),
  },
  {
    id: '4',
    kind: 'comment',
    at: sampleNow - 9 * sampleMinute,
    author: samplePerson('lin'),
    role: 'Operations',
    href: '#4',
    body: (
      <MessageText>{'Rolling back now.\n```\nkubectl rollout undo deploy/checkout-api\n```'}</MessageText>
    ),
  },
  {
    id: '5',
    kind: 'event',
    at: sampleNow - 8 * sampleMinute,
    icon: <RotateCw />,
    text: (
      <>
        <strong>Lin Ødegård</strong> set the status to <StatusMark of="incident" state="fixing" />
      </>
    ),
  },
  {
    id: '6',
    kind: 'comment',
    at: sampleNow - 1 * sampleMinute,
    author: samplePerson('ines'),
    role: 'Commander',
    delivery: 'queued',
    deliveryNote: 'Queued. Will be sent when you are back online.',
    body: <MessageText>Rollback is through on two of three zones.</MessageText>,
  },
  {
    id: '7',
    kind: 'comment',
    at: sampleNow - 30_000,
    author: samplePerson('ines'),
    role: 'Commander',
    delivery: 'failed',
    deliveryNote: 'Not sent: you may no longer write here.',
    actions: <Button size="small">Try again</Button>,
    body: <MessageText>Watching the error rate for five minutes before I call it.</MessageText>,
  },
];
