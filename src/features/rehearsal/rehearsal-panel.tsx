/** The operator's hands on a rehearsal backend: fire alerts, move time, cut the network, change the configuration. */
import { type ReactNode, useState } from 'react';
import type { Control } from '#ports/control.ts';
import { Sheet } from '#src/ui/dialog.tsx';
import { Tabs } from '#src/ui/tabs.tsx';
import { ConfigurationPart } from './configuration-part.tsx';
import { Copies } from './copies.tsx';
import { FirePart } from './fire-part.tsx';
import { InboxPart } from './inbox-part.tsx';
import { NetworkPart } from './network-part.tsx';
import { StartOver } from './start-over.tsx';
import { TimePart } from './time-part.tsx';
import styles from './rehearsal.module.css';
import type { FiredSample } from './fired-sample.ts';

export interface RehearsalPanelProps {
  readonly control: Control;
  readonly open: boolean;
  /** The messages on offer; they say that they begin `now`, epoch milliseconds. */
  readonly samples: (now: number) => readonly FiredSample[];
  /** Address for a pasted Alertmanager message. */
  readonly alertmanagerPath: () => Promise<string>;
  /** Replaces the routing key of a pasted PagerDuty event. Default: the event has one. */
  readonly routingKey?: (() => Promise<string>) | undefined;
  /** The person's own team, if it is not the one that the messages go to. */
  readonly bystander?: string | undefined;
  onOpenChange(open: boolean): void;
}

export function RehearsalPanel({
  control,
  open,
  samples,
  alertmanagerPath,
  routingKey,
  bystander,
  onOpenChange,
}: RehearsalPanelProps) {
  const [tab, setTab] = useState('fire');
  const part = (id: string, label: string, content: ReactNode) => ({
    id,
    label,
    content: <div className={styles.part}>{content}</div>,
  });
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title="Rehearsal"
      description="Controls for the backend of this demonstration. Nothing leaves this browser."
    >
      <Tabs
        label="What to change"
        value={tab}
        onChange={setTab}
        tabs={[
          part(
            'fire',
            'Alerts',
            <FirePart
              control={control}
              samples={samples}
              alertmanagerPath={alertmanagerPath}
              routingKey={routingKey}
              bystander={bystander}
            />,
          ),
          part('time', 'Time', <TimePart control={control} />),
          part('network', 'Network', <NetworkPart control={control} />),
          part('configuration', 'Settings', <ConfigurationPart control={control} />),
          part('inbox', 'Inbox', <InboxPart control={control} />),
        ]}
      />
      <div className={styles.foot}>
        <Copies control={control} />
        <StartOver control={control} />
      </div>
    </Sheet>
  );
}
