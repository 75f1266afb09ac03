/** My devices: which of them a page reaches, and the drill that proves it. */
import { useMutation } from '@tanstack/react-query';
import BellOff from 'lucide-react/icons/bell-off';
import BellRing from 'lucide-react/icons/bell-ring';
import { useState } from 'react';
import type { Device } from '#domain/device/schema.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import type { Live } from '#src/data/client/documents.ts';
import { explain } from '#src/data/client/errors.ts';
import { useMyDevices } from '#src/data/queries/my-devices.ts';
import { useSettings } from '#src/data/client/settings.ts';
import { useThisDevice, whyNotReachable } from '#src/data/queries/this-device.ts';
import { countOf, useView } from '#src/data/client/view.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { useCapability } from '#src/data/client/ports.tsx';
import { wayOfDevice } from '#domain/device/way.ts';
import { useWayReach } from '#src/data/queries/way-reach.ts';
import { WayProof } from '#src/components/way-proof.tsx';
import { constants } from '#domain/constants.ts';
import { useUnreachableWithout } from '#src/data/queries/unreachable.ts';
import { AskUnreachable } from './ask-unreachable.tsx';
import { AddDevice } from './add-device.tsx';
import { InstallApp } from './install-app.tsx';
import styles from './me.module.css';
import { isProved } from '#domain/readiness/reachability.ts';

export function MyDevices() {
  const here = useThisDevice();
  const devices = useView(useMyDevices());
  const toasts = useToasts();
  const enable = useMutation({
    mutationFn: here.enable,
    networkMode: 'always',
    onSuccess: () => toasts.done('Notifications are on here. Test them with a drill.'),
    onError: (error) => toasts.error('This browser can’t be paged', explain(error)),
  });

  return (
    <Panel
      title="Devices that can be paged"
      count={countOf(devices, ({ value }) => value.registration !== null)}
      frame="box"
      actions={
        <>
          <InstallApp />
          {here.offered && <AddDevice />}
        </>
      }
    >
      {here.known && !here.failure && !here.reachable && (
        <Banner
          kind="caution"
          action={
            here.permission === 'denied' || here.permission === 'unsupported' ? undefined : (
              <Button
                size="small"
                variant="primary"
                busy={enable.isPending && 'Enabling…'}
                onClick={() => enable.mutate()}
              >
                Enable here
              </Button>
            )
          }
        >
          {whyNotReachable(here)}
        </Banner>
      )}
      <QueryView
        view={devices}
        failed="Your devices can’t be read"
        loading={<Skeleton label="Loading your devices" shape="text" count={2} />}
      >
        {({ items }) =>
          items.length > 0 && (
            <ul className={styles.targets}>
              {inOrder(items, here.device?.id).map(({ value }) => (
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

/** Order of devices: this browser first, then those that can be paged, the newest of them first. */
function inOrder(items: readonly Live<Device>[], here: string | undefined): readonly Live<Device>[] {
  const place = ({ id, registration }: Device) => (id === here ? 0 : registration === null ? 2 : 1);
  return items.toSorted(
    (one, other) => place(one.value) - place(other.value) || other.value.createdAt - one.value.createdAt,
  );
}

interface DeviceRowProps {
  readonly device: Device;
  readonly here: boolean;
  onDisable(): Promise<void>;
}

function DeviceRow({ device, here, onDisable }: DeviceRowProps) {
  const { drills } = useSettings();
  const way = wayOfDevice(device);
  const found = useWayReach()(way);
  const pushes = useCapability('messaging.push');
  // The remaining proof needs Muster closed.
  const delayed = here && pushes && found.state === 'open-page';
  const toasts = useToasts();
  const drill = useCommand('sendDrill', {
    onSuccess: () =>
      delayed
        ? toasts.done(
            `The drill comes in ${constants.drillDelaySeconds} seconds`,
            'Close Muster on this device now, in all its tabs.',
          )
        : toasts.done('The drill is on its way.'),
    onError: (error) => toasts.error('The drill could not be sent', explain(error)),
  });
  const disable = useMutation({
    mutationFn: onDisable,
    networkMode: 'always',
    onError: (error) => toasts.error('It is still on', explain(error)),
  });
  const off = device.registration === null;
  const consequence = useUnreachableWithout(way.to);
  const [asking, setAsking] = useState(false);

  return (
    <li className={styles.target}>
      {off ? (
        <BellOff className="icon" aria-hidden="true" />
      ) : (
        <BellRing className="icon" aria-hidden="true" />
      )}
      <div className={styles.words}>
        <p className={styles.name}>
          {device.label || 'A browser'} {here && <Badge tone="accent">this one</Badge>}{' '}
          <Badge tone={isProved(found) ? 'good' : off ? 'neutral' : 'caution'}>{found.word}</Badge>
        </p>
        <p className={styles.muted}>
          {isProved(found) ? null : `${found.reason} ${found.remedy ?? ''} `}
          <WayProof way={way} />
        </p>
      </div>
      <div className={styles.actions}>
        {!off && drills && (
          <Button
            size="small"
            busy={drill.isPending && 'Sending…'}
            onClick={() => drill.mutate({ deviceId: device.id, delayed })}
          >
            {delayed ? `Drill in ${constants.drillDelaySeconds} s` : 'Drill'}
          </Button>
        )}
        {here ? (
          <Button
            size="small"
            variant="quiet"
            busy={disable.isPending && 'Turning off…'}
            onClick={() => (consequence === null ? disable.mutate() : setAsking(true))}
          >
            Turn off
          </Button>
        ) : (
          <RemoveDevice device={device} />
        )}
      </div>
      <AskUnreachable
        open={asking}
        onOpenChange={setAsking}
        consequence={consequence ?? ''}
        label="Turn off anyway"
        onConfirm={() => disable.mutate()}
      />
    </li>
  );
}

/** Removal of another browser of the reader: a lost one, or one that is no longer used. */
function RemoveDevice({ device }: { readonly device: Device }) {
  const toasts = useToasts();
  const [asking, setAsking] = useState(false);
  const name = device.label || 'A browser';
  const consequence = useUnreachableWithout(wayOfDevice(device).to);
  const remove = useDialogCommand('removeDevice', {
    open: asking,
    close: () => setAsking(false),
    queued: () => toasts.done('Removing is queued', 'It is done when the connection is back.'),
    failedLater: (error) => toasts.error(`${name} was not removed`, explain(error)),
  });
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        aria-label={`Remove ${name}`}
        busy={remove.pending && 'Removing…'}
        onClick={() => setAsking(true)}
      >
        Remove
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Remove ${name}?`}
        confirmLabel="Remove"
        danger
        busy={remove.pending && 'Removing…'}
        problem={remove.problem}
        onConfirm={() => remove.send({ deviceId: device.id }, () => toasts.done(`${name} removed`))}
      >
        {device.registration === null
          ? 'It goes from this list. '
          : 'Pages reach it no more. Whoever has it stays signed in there: sign out everywhere if it is lost. '}
        It can be enabled again on the device itself. {consequence}
      </ConfirmDialog>
    </>
  );
}
