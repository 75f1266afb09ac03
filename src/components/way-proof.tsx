/** Proofs of a way: in an open page, as a pushed notification, and the last drill. */
import type { ChannelWay } from '#domain/channel/way.ts';
import { Time } from '#src/ui/time.tsx';

export function WayProof({
  way: { to, lastShownAt, closedShownAt = null, lastDrillAt = null },
}: {
  readonly way: ChannelWay;
}) {
  return (
    <>
      {lastShownAt === null ? null : (
        <>
          {to.channel === 'push' ? 'Last showed a page' : 'Last acknowledged'} <Time at={lastShownAt} />
          {to.channel !== 'push' || closedShownAt === null ? null : (
            <>
              , as a notification <Time at={closedShownAt} />
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
