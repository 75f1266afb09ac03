/** Shortcuts of every screen: those of the frame, and those of the route table. */
import { Suspense, useState } from 'react';
import type { KeyBinding } from '#src/ui/key-registry.ts';
import { type KeyOptions, useKey, useReadKeys } from '#src/ui/keys.tsx';
import { frameParts } from './frame-parts.ts';
import { useScreens } from './use-screens.ts';

export interface FrameKeysProps {
  readonly openPalette: () => void;
  /** Null without a rehearsal backend. */
  readonly openRehearsal: (() => void) | null;
}

/** The headings in the sheet of keys. */
const everywhere = 'Everywhere';
const goTo = 'Go to';

export function FrameKeys({ openPalette, openRehearsal }: FrameKeysProps) {
  const screens = [
    ...useScreens('Actions').map((screen) => ({ ...screen, group: everywhere })),
    ...useScreens('Go to').map((screen) => ({ ...screen, group: goTo })),
  ];
  return (
    <>
      <Key combo="mod+k" label="Find anything" run={openPalette} group={everywhere} />
      {screens.map(({ id, shortcut, title, group, disabledReason, open }) =>
        shortcut === undefined ? null : (
          <Key
            key={id}
            combo={shortcut}
            label={title}
            run={open}
            group={group}
            enabled={disabledReason === undefined}
          />
        ),
      )}
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

/** `?` shows the shortcuts that work here. */
function KeySheetKey() {
  const readKeys = useReadKeys();
  // Read before the sheet opens, because its own scope replaces them.
  const [shown, setShown] = useState<readonly KeyBinding[] | null>(null);
  useKey('?', 'Show keys', () => setShown(readKeys()), { group: everywhere });
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
