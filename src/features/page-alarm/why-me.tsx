import type { Page } from '#domain/page/schema.ts';
import { usePersonReasons, useReasonNames } from '#src/data/queries/why.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { WhyReasons } from '#src/components/why-reasons.tsx';

/** The reasons why a page asks the reader. */
export function WhyMe({ page }: { readonly page: Page }) {
  const { me } = useTeam();
  const names = useReasonNames();
  return <WhyReasons reasons={usePersonReasons(page, me.id)} names={names} openedAt={page.createdAt} />;
}
