/** The form that asks for cover, while the address asks for it (`links.askForCover`). */
import { useLocation, useSearch } from 'wouter';
import { links } from '#src/data/links.ts';
import { useMayRun } from '#src/data/queries/team.tsx';
import { AskCoverDialog } from './ask-cover-dialog.tsx';
import type { Rotas } from './person-shifts.ts';

export function AskCover(rotas: Rotas) {
  const params = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const verdict = useMayRun()('requestCover');
  if (params.get('cover') !== 'ask' || !verdict.allowed) return null;
  const [scheduleId, startsAt, endsAt] = [
    params.get('schedule'),
    Number(params.get('from')),
    Number(params.get('to')),
  ];
  return (
    <AskCoverDialog
      key={params.toString()}
      {...rotas}
      about={scheduleId !== null && startsAt < endsAt ? { scheduleId, startsAt, endsAt } : null}
      onClose={() => navigate(links.onCall(), { replace: true })}
    />
  );
}
