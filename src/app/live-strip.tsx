/** Status line for this person: on-call shift, offered roles, open pages. */
import PhoneCall from 'lucide-react/icons/phone-call';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import Siren from 'lucide-react/icons/siren';
import { useMemo } from 'react';
import { isHeldBy } from '#domain/page/holder.ts';
import { othersText, waitingText } from '#domain/page/look.ts';
import { dutyOf } from '#domain/incident/roles.ts';
import { links } from '#src/data/links.ts';
import { useOverrides, useRotaNow, useSchedules } from '#src/data/queries/on-call.ts';
import { type Offer, useMyOffers } from '#src/data/queries/offers.ts';
import { useMyOpenPages, useOpenPages } from '#src/data/queries/pages.ts';
import { usePeople, useTeam } from '#src/data/queries/team.tsx';
import { useWaitingPages } from '#src/data/queries/waiting.ts';
import { useView } from '#src/data/client/view.ts';
import { LiveStrip } from '#src/components/app-frame.tsx';
import { useZones } from '#src/ui/clock.tsx';
import { Button } from '#src/ui/button.tsx';
import { Link } from '#src/ui/link.tsx';
import { duties, dutySentence } from './duty.ts';

export function MyStrip() {
  const myPages = useView(useMyOpenPages());
  const { all, critical } = useWaitingPages();
  const { me } = useTeam();
  const people = usePeople();
  const open = useOpenPages().data?.items.map(({ value }) => value) ?? [];
  const ofOthers = open.filter((page) => !isHeldBy(page, me.id));
  const pagesText = waitingText(all) ?? othersText(ofOthers, people.name);
  const isCritical = critical.length > 0;
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
      tone={isCritical ? 'signal' : 'calm'}
      icon={isCritical ? <Siren className="icon" /> : <PhoneCall className="icon" />}
    >
      {duty.failure ? 'Whether you are on call can’t be read' : duty.sentence}
      <Offers offers={offers} />
      {pagesText === null ? null : (
        <>
          {' · '}
          <Link href={links.home()} look="text">
            {pagesText}
          </Link>
        </>
      )}
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
  const now = useRotaNow();
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
