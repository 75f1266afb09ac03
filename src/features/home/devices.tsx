/** Panel of the member's own devices with their reachability; this device first. */
import { useMutation } from '@tanstack/react-query';
import BellOff from 'lucide-react/icons/bell-off';
import BellRing from 'lucide-react/icons/bell-ring';
import type { Device } from '#domain/device/schema.ts';
import { explain } from '#src/data/client/errors.ts';
import { links } from '#src/data/links.ts';
import { useMyDevices } from '#src/data/queries/my-devices.ts';
import { type ThisDevice, useThisDevice, whyNotReachable } from '#src/data/queries/this-device.ts';
import { useView } from '#src/data/client/view.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Link } from '#src/ui/link.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './devices.module.css';
import { wayOfDevice } from '#domain/device/way.ts';
import { useWayReach } from '#src/data/queries/way-reach.ts';
import { isProved } from '#domain/readiness/reachability.ts';

export function ReachableDevices() {
  const here = useThisDevice();
  const devices = useView(useMyDevices());
  const others = (devices.data?.items ?? [])
    .map(({ value }) => value)
    .filter(({ id, registration }) => id !== here.device?.id && registration !== null);
  return (
    <Panel
      title="Your devices"
      frame="box"
      actions={
        <Link href={links.me()} look="text">
          Drill
        </Link>
      }
    >
      <QueryView
        view={here.known ? devices : { data: undefined, failure: devices.failure }}
        failed="Your devices can’t be read"
        loading={<Skeleton label="Checking whether pages reach you" shape="text" count={2} />}
      >
        {() => (
          <ul className={styles.devices}>
            <Here here={here} othersReach={others.length > 0} />
            {others.map((device) => (
              <DeviceLine key={device.id} device={device} />
            ))}
          </ul>
        )}
      </QueryView>
    </Panel>
  );
}

function Here({ here, othersReach }: { readonly here: ThisDevice; readonly othersReach: boolean }) {
  const toasts = useToasts();
  const enable = useMutation({
    mutationFn: here.enable,
    networkMode: 'always',
    onSuccess: () => toasts.done('Notifications are on here', 'Send a drill to test them.'),
    onError: (error) => toasts.error('Pages don’t reach this device yet', explain(error)),
  });
  if (here.reachable && here.device) return <DeviceLine device={here.device} here />;
  return (
    <li className={styles.device}>
      <BellOff className={othersReach ? styles.off : styles.missing} />
      <span className={styles.words}>
        <span className={styles.name}>This device is not reachable</span>
        <span className={styles.fact}>{whyNotReachable(here)}</span>
        {here.permission === 'default' || here.permission === 'granted' ? (
          <span className={styles.enable}>
            <Button variant="primary" busy={enable.isPending && 'Enabling…'} onClick={() => enable.mutate()}>
              Enable notifications
            </Button>
          </span>
        ) : null}
      </span>
    </li>
  );
}

function DeviceLine({ device, here = false }: { readonly device: Device; readonly here?: boolean }) {
  const found = useWayReach()(wayOfDevice(device));
  const proved = isProved(found);
  return (
    <li className={styles.device}>
      <BellRing className={proved ? styles.good : styles.off} />
      <span className={styles.words}>
        <span className={styles.name}>
          {device.label === '' ? 'A browser' : device.label} {here ? <Badge>This device</Badge> : null}
        </span>
        <span className={proved ? styles.fact : styles.stale}>
          {found.word}
          {device.lastShownAt === null ? null : (
            <>
              {proved ? ': showed a page ' : ': last showed a page '}
              <Time at={device.lastShownAt} />
            </>
          )}
          {found.remedy === null ? null : <> · {found.remedy}</>}
        </span>
      </span>
    </li>
  );
}
