/** Shortcuts of every screen: those of the frame, and those of the route table. */
import { Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { useMayRun } from '#src/data/queries/team.tsx';
import type { KeyBinding } from '#src/ui/key-registry.ts';
import { type KeyOptions, useActiveKeys, useKey } from '#src/ui/keys.tsx';
import { frameParts } from './frame-parts.ts';
import { routeTable, type ScreenRoute } from './route-table.tsx';

export interface FrameKeysProps {
  readonly openPalette: () => void;
  /** Null without a rehearsal backend. */
  readonly openRehearsal: (() => void) | null;
}

/** The headings in the sheet of keys. */
const everywhere = 'Everywhere';
const goTo = 'Go to';

export function FrameKeys({ openPalette, openRehearsal }: FrameKeysProps) {
  const places = routeTable.filter(({ palette: entry }) => entry?.group === goTo);
  const others = routeTable.filter((route) => !places.includes(route));
  return (
    <>
      <Key combo="mod+k" label="Find anything" run={openPalette} group={everywhere} />
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
      <KeySheetKey />
    </>
  );
}

function RouteKey({ route, group }: { readonly route: ScreenRoute; readonly group: string }) {
  const [, navigate] = useLocation();
  const mayRun = useMayRun();
  const { path: to, shortcut, title, command } = route;
  if (shortcut === null || typeof to !== 'string') return null;
  const enabled = command === undefined || mayRun(command).allowed;
  return <Key combo={shortcut} label={title} run={() => navigate(to)} group={group} enabled={enabled} />;
}

/** `?` shows the shortcuts that work here. */
function KeySheetKey() {
  const active = useActiveKeys();
  // Read before the sheet opens, because its own scope replaces them.
  const [shown, setShown] = useState<readonly KeyBinding[] | null>(null);
  useKey('?', 'Show keys', () => setShown(active), { group: everywhere });
  if (!shown) return null;
  return (
    <Suspense>
      <frameParts.keySheet.Component bindings={shown} onClose={() => setShown(null)} />
    </Suspense>
  );
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
