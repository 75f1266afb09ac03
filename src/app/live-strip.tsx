/** One line for this person: on-call shift, offered roles, open pages. */
import PhoneCall from 'lucide-react/icons/phone-call';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import Siren from 'lucide-react/icons/siren';
import { useMemo } from 'react';
import { dutyOf } from '#domain/incident/roles.ts';
import { useServerNow } from '#src/data/client/clock.tsx';
import { links } from '#src/data/links.ts';
import { useOverrides, useSchedules } from '#src/data/queries/on-call.ts';
import { type Offer, useMyOffers } from '#src/data/queries/offers.ts';
import { useMyOpenPages, useOpenPages } from '#src/data/queries/pages.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { useView } from '#src/data/client/view.ts';
import { LiveStrip } from '#src/components/app-frame.tsx';
import { useZones } from '#src/ui/clock.tsx';
import { Button } from '#src/ui/button.tsx';
import { Link } from '#src/ui/link.tsx';
import { duties, dutySentence } from './duty.ts';

const minuteMs = 60_000;

export function MyStrip() {
  const myPages = useView(useMyOpenPages());
  const mine = myPages.data?.items.length ?? 0;
  const open = useOpenPages().data?.items.length ?? 0;
  const offers = useMyOffers();
  const duty = useDuty();
  if (myPages.failure)
    return (
      <LiveStrip
        icon={<TriangleAlert className="icon" />}
        action={
          <Button size="small" onClick={myPages.failure.retry}>
            Try again
          </Button>
        }
      >
        Your pages can’t be read: someone may need you.
      </LiveStrip>
    );
  return (
    <LiveStrip
      tone={mine > 0 ? 'signal' : 'calm'}
      icon={mine > 0 ? <Siren className="icon" /> : <PhoneCall className="icon" />}
    >
      {duty.failure ? 'Whether you are on call can’t be read' : duty.sentence}
      <Offers offers={offers} />
      {mine > 0 ? (
        <>
          {' · '}
          <Link href={links.home()} look="text">
            {mine === 1 ? '1 page waits for you' : `${mine} pages wait for you`}
          </Link>
        </>
      ) : open > 0 ? (
        <>
          {' · '}
          <Link href={links.home()} look="text">
            {open === 1 ? '1 open page' : `${open} open pages`}
          </Link>
        </>
      ) : null}
    </LiveStrip>
  );
}

function Offers({ offers }: { readonly offers: readonly Offer[] }) {
  const [first, ...others] = offers;
  if (!first) return null;
  return (
    <>
      {' · '}
      {others.length === 0 ? (
        <Link href={links.incident(first.incident.number)} look="text">
          You are asked to {dutyOf(first.role, first.incident)}
        </Link>
      ) : (
        <Link href={links.home()} look="text">
          You are asked to take {offers.length} roles
        </Link>
      )}
    </>
  );
}

/** The on-call sentence; null while loading. */
function useDuty(): { readonly sentence: string | null; readonly failure: unknown } {
  const { me } = useTeam();
  const { zone } = useZones();
  const now = useServerNow(minuteMs);
  const readSchedules = useSchedules();
  const readOverrides = useOverrides();
  const { data: schedules } = readSchedules;
  const { data: overrides } = readOverrides;
  const sentence = useMemo(() => {
    if (!schedules || !overrides) return null;
    const found = duties(
      schedules.items.map((item) => item.value),
      overrides.items.map((item) => item.value),
      me.id,
      now,
    );
    return dutySentence(found, now, zone);
  }, [schedules, overrides, me.id, now, zone]);
  return { sentence, failure: readSchedules.error ?? readOverrides.error };
}
