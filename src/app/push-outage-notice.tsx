/** Above every screen of an admin: push services that the server can't reach. A part of the script that is fetched when the first screen is idle. */
import { usePushOutages } from '#src/data/queries/push-outages.ts';
import { links } from '#src/data/links.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Link } from '#src/ui/link.tsx';
import { Time } from '#src/ui/time.tsx';

export function PushOutageNotice() {
  return usePushOutages().map(({ host, sinceAt, userIds }) => (
    <Banner key={host} kind="danger" form="strip">
      The push service {host} can’t be reached. First failure: <Time at={sinceAt} form="moment" />. Pushes to{' '}
      {userIds.length === 1 ? '1 person' : `${userIds.length} people`} fail, and their pages go on to others.
      Let the server of this Muster connect to it, then{' '}
      <Link href={links.readiness()} look="text">
        send a drill
      </Link>
      .
    </Banner>
  ));
}
