/** Acknowledgements that wait for the connection: what the page does meanwhile, above every screen, and that they were sent in the end. */
import { useEffect, useState } from 'react';
import { pageTitle } from '#domain/page/joining.ts';
import type { Page } from '#domain/page/schema.ts';
import { usePendingCommands } from '#src/data/client/commands.ts';
import { useAlert } from '#src/data/queries/alerts.ts';
import { useConsequence } from '#src/data/queries/forecast.ts';
import { usePage } from '#src/data/queries/pages.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Countdown } from '#src/ui/time.tsx';
import { useToasts } from '#src/ui/toasts.tsx';

/** Target of an acknowledgement: a page itself, or its alert. */
type Target = `${'page' | 'alert'}/${string}`;

function useUnsent(): readonly Target[] {
  return usePendingCommands().flatMap(({ name, input, state }): readonly Target[] => {
    if (state !== 'offline') return [];
    if (name === 'acknowledgePage' && 'pageId' in input) return [`page/${input.pageId}`];
    return name === 'acknowledgeAlert' && 'alertId' in input ? [`alert/${input.alertId}`] : [];
  });
}

export function UnsentAcknowledgements() {
  const unsent = useUnsent();
  const [followed, setFollowed] = useState<readonly Target[]>([]);
  const added = unsent.filter((target) => !followed.includes(target));
  if (added.length > 0) setFollowed([...followed, ...new Set(added)]);
  return followed.map((target) => {
    const id = target.slice(target.indexOf('/') + 1);
    const state = {
      isUnsent: unsent.includes(target),
      onOver: () => setFollowed((all) => all.filter((other) => other !== target)),
    };
    return target.startsWith('page/') ? (
      <OfPage key={target} pageId={id} {...state} />
    ) : (
      <OfAlert key={target} alertId={id} {...state} />
    );
  });
}

interface State {
  readonly isUnsent: boolean;
  /** Called once it was sent. */
  readonly onOver: () => void;
}

/** An alert that pages nobody is acknowledged in its own time: its sheet says that the command waits. */
function OfAlert({ alertId, ...state }: State & { readonly alertId: string }) {
  const pageId = useAlert(alertId).data?.value?.pageId ?? null;
  return pageId === null ? null : <OfPage pageId={pageId} {...state} />;
}

function OfPage({ pageId, ...state }: State & { readonly pageId: string }) {
  const page = usePage(pageId).data?.value;
  return page ? <Acknowledgement page={page} {...state} /> : null;
}

function Acknowledgement({ page, isUnsent, onOver }: State & { readonly page: Page }) {
  const { me } = useTeam();
  const toasts = useToasts();
  const consequence = useConsequence(page);
  const isMine = page.acknowledgements.some(({ userId }) => userId === me.id);
  const sent = !isUnsent && isMine ? page.summary : null;
  useEffect(() => {
    if (sent === null) return;
    toasts.done('Sent: you have acknowledged it', sent);
    onOver();
    // `onOver` is another function at each rendering, and removes this component.
  }, [sent, toasts, onOver]);
  if (!isUnsent || page.status !== 'notifying') return null;
  return (
    <Banner kind="danger" form="strip">
      Not sent: your acknowledgement of “{pageTitle(page, null)}” waits for the connection. {consequence.text}{' '}
      {consequence.at === undefined ? null : <Countdown to={consequence.at} />}
    </Banner>
  );
}
