/** The reader's answers to a page, with the form for the reason of a decline and the sentence on a failure. */
import { type ReactNode, useState } from 'react';
import { expectationOf } from '#domain/page/expectation.ts';
import { pageLook } from '#domain/page/look.ts';
import type { Page } from '#domain/page/schema.ts';
import { useClock } from '#src/data/client/clock.tsx';
import { useCommand } from '#src/data/client/commands.ts';
import { domainErrorFrom, explain } from '#src/data/client/errors.ts';
import { useLanding } from '#src/data/landing.ts';
import { useDeclineText } from '#src/data/queries/forecast.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { useMounted } from '#src/ui/use-mounted.ts';
import { Decline } from './decline.tsx';

interface PageAnswer {
  readonly onAcknowledge: () => void;
  /** Undefined for a drill, which nobody takes in somebody's place. */
  readonly onCantTakeIt: (() => void) | undefined;
  /** The form for the reason; false: it is not asked for. */
  readonly question: ReactNode;
  readonly busy: 'acknowledge' | undefined;
  readonly error: string | undefined;
}

export function usePageAnswer(page: Page): PageAnswer {
  const acknowledge = useCommand('acknowledgePage');
  const decline = useCommand('declinePage');
  const toasts = useToasts();
  const clock = useClock();
  const landing = useLanding();
  const people = usePeople();
  const after = useDeclineText(page);
  const [declining, setDeclining] = useState(false);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  // An answer that waited is refused after the alarm has gone: then there is nowhere here to say so.
  const mounted = useMounted();

  const answer = async (run: () => Promise<unknown>, done: () => void) => {
    setError(undefined);
    try {
      await run();
      done();
    } catch (caught) {
      const refusal = domainErrorFrom(caught);
      const why =
        refusal?.code === 'already_acknowledged'
          ? `${people.name(refusal.by)} has acknowledged this already. Ask in the room whether help is wanted.`
          : explain(caught);
      if (!mounted.current) toasts.error('Your answer to the page was not taken', `${page.summary}: ${why}`);
      else setError(why);
    }
  };

  return {
    onAcknowledge: () => {
      const givenAt = clock.now();
      void answer(
        () => acknowledge.mutateAsync({ pageId: page.id }),
        () => landing.acknowledged(page.id, givenAt),
      );
    },
    onCantTakeIt: pageLook(page) === 'drill' ? undefined : () => setDeclining(true),
    question: declining && (
      <Decline
        reason={reason}
        busy={decline.isPending}
        consequence={after && `${after.next} ${after.reason}`}
        onReason={setReason}
        onCancel={() => setDeclining(false)}
        onConfirm={() =>
          void answer(
            () => decline.mutateAsync({ pageId: page.id, reason, expected: expectationOf(page) }),
            () => toasts.done('Passed on', after?.next),
          )
        }
      />
    ),
    busy: acknowledge.isPending ? 'acknowledge' : undefined,
    error,
  };
}
