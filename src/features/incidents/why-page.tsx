import type { Page } from '#domain/page/schema.ts';
import { usePageReasons, useReasonNames } from '#src/data/queries/why.ts';
import { WhyReasons } from '#src/components/why-reasons.tsx';

/** The reasons why a page asked its people. */
export function WhyPage({ page }: { readonly page: Page }) {
  const names = useReasonNames();
  return <WhyReasons reasons={usePageReasons(page)} names={names} openedAt={page.createdAt} />;
}
