/** Banner at the top of the room for a role offer to the signed-in member, until the offer is answered. */
import { type Incident, roomRoles } from '#domain/incident/schema.ts';
import { usePeople, useTeam } from '#src/data/queries/team.tsx';
import { Banner } from '#src/ui/banner.tsx';
import styles from './offer-banner.module.css';
import { OfferAnswer } from './roles-panel.tsx';

export function OfferBanner({ incident }: { readonly incident: Incident }) {
  const { me } = useTeam();
  const people = usePeople();
  const offered = roomRoles.filter((role) => incident.offers[role]?.userId === me.id);
  if (offered.length === 0) return null;
  return (
    <div className={styles.offers}>
      {offered.map((role) => (
        <Banner key={role} kind="info" action={<OfferAnswer incident={incident} role={role} />}>
          {people.name(incident.offers[role]?.offeredBy ?? '')} offers you the role of {role}.
        </Banner>
      ))}
    </div>
  );
}
