/** What can be done about the page of an alert. */
import type { Page } from '#domain/page/schema.ts';
import { explain } from '#src/data/client/errors.ts';
import { useHandBack } from '#src/data/hand-back.ts';
import { useHandOver } from '#src/data/hand-over.ts';
import { useIncidentById } from '#src/data/queries/incidents.ts';
import { useRepage } from '#src/data/repage.ts';
import { HandBackButton } from '#src/components/hand-back-button.tsx';
import { HandOverMenu } from '#src/components/hand-over-menu.tsx';
import { RepageButton } from '#src/components/repage-button.tsx';
import { useToasts } from '#src/ui/toasts.tsx';

export function PageActions({ page }: { readonly page: Page }) {
  const toasts = useToasts();
  const failed = (what: string) => (error: Error) => toasts.error(what, explain(error));
  const incident = useIncidentById(page.incidentId).data?.value ?? null;
  const again = useRepage(page, incident, failed('Nobody was paged again'));
  const handOver = useHandOver(page, failed('The page was not handed over'));
  const handBack = useHandBack(page, failed('The page was not given back'));
  return (
    <>
      <HandBackButton {...handBack} />
      <RepageButton {...again} />
      <HandOverMenu {...handOver} />
    </>
  );
}
