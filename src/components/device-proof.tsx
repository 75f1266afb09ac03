/** What a device has shown: in an open page, as a pushed notification, and the last drill. */
import type { Device } from '#domain/device/schema.ts';
import { Time } from '#src/ui/time.tsx';

export function DeviceProof({
  device: { lastShownAt, pushShownAt = null, lastDrillAt },
}: {
  readonly device: Pick<Device, 'lastShownAt' | 'pushShownAt' | 'lastDrillAt'>;
}) {
  return (
    <>
      {lastShownAt === null ? null : (
        <>
          Last showed a page <Time at={lastShownAt} />
          {pushShownAt === null ? null : (
            <>
              , as a notification <Time at={pushShownAt} />
            </>
          )}
          .{' '}
        </>
      )}
      {lastDrillAt === null ? null : (
        <>
          Last drill <Time at={lastDrillAt} />.
        </>
      )}
    </>
  );
}
