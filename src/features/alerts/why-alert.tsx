import type { Alert } from '#domain/alert/schema.ts';
import type { Page } from '#domain/page/schema.ts';
import { useAlertReasons, useReasonNames, whyUnpagedAlert } from '#src/data/queries/why.ts';
import { WhyReasons } from '#src/components/why-reasons.tsx';

export interface WhyAlertProps {
  readonly alert: Alert;
  /** Null: it has none, or one that can't be read. */
  readonly page: Page | null;
}

/** The reasons why an alert paged whom it paged, or nobody. */
export function WhyAlert({ alert, page }: WhyAlertProps) {
  const names = useReasonNames();
  if (page) return <WhyPaged alert={alert} page={page} />;
  return <WhyReasons reasons={whyUnpagedAlert(alert)} names={names} openedAt={alert.createdAt} />;
}

function WhyPaged({ alert, page }: { readonly alert: Alert; readonly page: Page }) {
  const names = useReasonNames();
  return <WhyReasons reasons={useAlertReasons(alert, page)} names={names} openedAt={alert.createdAt} />;
}
