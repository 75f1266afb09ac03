/** The keys that work on every screen: those of the frame, and one for each screen that has a shortcut. */
import { useLocation } from 'wouter';
import { useMayRun } from '#src/data/queries/team.tsx';
import { type KeyOptions, useKey } from '#src/ui/keys.tsx';
import { typeAhead } from '#src/ui/type-ahead.ts';
import { routeTable, type ScreenRoute } from './route-table.tsx';

export interface FrameKeysProps {
  readonly openPalette: () => void;
  /** `null` where there is nothing to rehearse. */
  readonly openRehearsal: (() => void) | null;
}

/** The headings in the sheet of keys. */
const everywhere = 'Everywhere';
const goTo = 'Go to';

export function FrameKeys({ openPalette, openRehearsal }: FrameKeysProps) {
  const palette = () => {
    typeAhead();
    openPalette();
  };
  const places = routeTable.filter(({ palette: entry }) => entry?.group === goTo);
  const others = routeTable.filter((route) => !places.includes(route));
  return (
    <>
      <Key combo="mod+k" label="Find anything" run={palette} group={everywhere} />
      {others.map((route) => (
        <RouteKey key={route.id} route={route} group={everywhere} />
      ))}
      {places.map((route) => (
        <RouteKey key={route.id} route={route} group={goTo} />
      ))}
      <Key
        combo="g d"
        label="Rehearsal"
        run={() => openRehearsal?.()}
        group={goTo}
        enabled={openRehearsal !== null}
      />
    </>
  );
}

function RouteKey({ route, group }: { readonly route: ScreenRoute; readonly group: string }) {
  const [path, navigate] = useLocation();
  const mayRun = useMayRun();
  const { path: to, shortcut, title, command, typedAhead = false } = route;
  if (shortcut === null || typeof to !== 'string') return null;
  const run = () => {
    if (typedAhead && path !== to) typeAhead();
    navigate(to);
  };
  const enabled = command === undefined || mayRun(command).allowed;
  return <Key combo={shortcut} label={title} run={run} group={group} enabled={enabled} />;
}

interface KeyProps extends KeyOptions {
  readonly combo: string;
  readonly label: string;
  readonly run: () => void;
}

function Key({ combo, label, run, ...options }: KeyProps) {
  useKey(combo, label, run, options);
  return null;
}
