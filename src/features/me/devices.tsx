/** My devices: which of them a page reaches, and the drill that proves it. */
import BellOff from 'lucide-react/icons/bell-off';
import BellRing from 'lucide-react/icons/bell-ring';
import { useState } from 'react';
import type { Device } from '#domain/device/schema.ts';
import { useServerNow } from '#src/data/client/clock.tsx';
import { useCommand } from '#src/data/client/commands.ts';
import { explain } from '#src/data/client/errors.ts';
import { useMyDevices } from '#src/data/queries/on-call.ts';
import { useSettings } from '#src/data/client/settings.ts';
import { useThisDevice, whyNotReachable } from '#src/data/queries/this-device.ts';
import { countOf, useView } from '#src/data/client/view.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './me.module.css';
import { isStale } from '#domain/device/device.ts';

export function MyDevices() {
  const here = useThisDevice();
  const devices = useView(useMyDevices());
  const [busy, setBusy] = useState(false);
  const toasts = useToasts();
  const enable = async () => {
    setBusy(true);
    try {
      await here.enable();
      toasts.done('Pages reach this browser now. Test it with a drill.');
    } catch (error) {
      toasts.error('This browser can’t be paged', explain(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Panel
      title="Devices that can be paged"
      count={countOf(devices, ({ value }) => value.registration !== null)}
      frame="box"
    >
      {here.known && !here.failure && !here.reachable && (
        <Banner
          kind="caution"
          action={
            here.permission === 'denied' || here.permission === 'unsupported' ? undefined : (
              <Button size="small" variant="primary" busy={busy && 'Enabling…'} onClick={() => void enable()}>
                Enable here
              </Button>
            )
          }
        >
          {whyNotReachable[here.permission]}
        </Banner>
      )}
      <QueryView
        view={devices}
        failed="Your devices can’t be read"
        loading={<Skeleton label="Loading your devices" shape="text" count={2} />}
      >
        {({ items }) =>
          items.length > 0 && (
            <ul className={styles.devices}>
              {items.map(({ value }) => (
                <DeviceRow
                  key={value.id}
                  device={value}
                  here={value.id === here.device?.id}
                  onDisable={here.disable}
                />
              ))}
            </ul>
          )
        }
      </QueryView>
    </Panel>
  );
}

interface DeviceRowProps {
  readonly device: Device;
  readonly here: boolean;
  onDisable(): Promise<void>;
}

function DeviceRow({ device, here, onDisable }: DeviceRowProps) {
  const drill = useCommand('sendDrill');
  const { drills } = useSettings();
  const now = useServerNow(60_000);
  const toasts = useToasts();
  const [ending, setEnding] = useState(false);
  const stale = isStale(device, now);
  const off = device.registration === null;

  return (
    <li className={styles.device}>
      {off ? (
        <BellOff className="icon" aria-hidden="true" />
      ) : (
        <BellRing className="icon" aria-hidden="true" />
      )}
      <div className={styles.words}>
        <p className={styles.name}>
          {device.label || 'A browser'} {here && <Badge tone="accent">this one</Badge>}{' '}
          {off ? <Badge>off</Badge> : stale && <Badge tone="caution">not tested</Badge>}
        </p>
        <p className={styles.muted}>
          {device.lastShownAt === null ? (
            'It has not shown a page yet.'
          ) : (
            <>
              Last showed a page <Time at={device.lastShownAt} />.
            </>
          )}
        </p>
      </div>
      {!off && (
        <div className={styles.actions}>
          {drills && (
            <Button
              size="small"
              busy={drill.isPending && 'Sending…'}
              onClick={() =>
                void drill.mutateAsync({ deviceId: device.id }).then(
                  () => toasts.done('The drill is on its way.'),
                  (error: unknown) => toasts.error('The drill could not be sent', explain(error)),
                )
              }
            >
              Drill
            </Button>
          )}
          {here && (
            <Button
              size="small"
              variant="quiet"
              busy={ending && 'Turning off…'}
              onClick={() => {
                setEnding(true);
                void onDisable()
                  .catch((error: unknown) => toasts.error('It is still on', explain(error)))
                  .finally(() => setEnding(false));
              }}
            >
              Turn off
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
