/** Panel of alerts that page nobody; absent where there are none. */
import { unpagedHref, useUnpagedSources } from '#src/data/queries/unpaged.ts';
import { UnpagedList } from '#src/components/unpaged-list.tsx';

export function UnpagedPanel() {
  const sources = useUnpagedSources();
  return sources.length === 0 ? null : <UnpagedList sources={sources} hrefOf={unpagedHref} />;
}
