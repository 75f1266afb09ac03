/** The maintenance windows that hold pages back now. */
import { links } from '#src/data/links.ts';
import { useActiveMaintenance } from '#src/data/queries/maintenance.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Link } from '#src/ui/link.tsx';
import { Time } from '#src/ui/time.tsx';

export function ActiveMaintenance() {
  return useActiveMaintenance().map(({ window, span }) => (
    <Banner key={window.id} kind="info">
      Maintenance until <Time at={span.endsAt} form="moment" />:{' '}
      <Link look="text" href={links.maintenanceWindow(window.id)}>
        {window.name}
      </Link>
      . Its alerts page nobody.
    </Banner>
  ));
}
