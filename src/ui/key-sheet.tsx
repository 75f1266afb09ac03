import { Suspense, useState } from 'react';
import type { KeyBinding } from './key-registry.ts';
import { useActiveKeys, useKey } from './keys.tsx';
import { lazyPart } from './lazy-part.ts';

export const keySheetDialog = lazyPart(() => import('./key-sheet-dialog.tsx'), 'KeySheetDialog');

/** `?` shows what can be pressed here. Mount once, inside the frame. */
export function KeySheet() {
  const active = useActiveKeys();
  // What was active before the sheet opened; the sheet itself has its own keys. Null until it is first asked for.
  const [shown, setShown] = useState<readonly KeyBinding[] | null>(null);
  const [open, setOpen] = useState(false);
  useKey(
    '?',
    'Show keys',
    () => {
      setShown(active);
      setOpen(true);
    },
    { group: 'Everywhere' },
  );
  if (!shown) return null;
  return (
    <Suspense>
      <keySheetDialog.Component open={open} onOpenChange={setOpen} bindings={shown} />
    </Suspense>
  );
}
