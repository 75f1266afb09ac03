import { createContext, useContext, useEffectEvent, useLayoutEffect, useState, type ReactNode } from 'react';
import {
  createKeyRegistry,
  pageScope,
  type KeyBinding,
  type KeyRegistry,
  type KeyScopeId,
} from './key-registry.ts';

import { keepFocus } from './keep-focus.ts';

const RegistryContext = createContext<KeyRegistry | null>(null);
const ScopeContext = createContext<KeyScopeId>(pageScope);

/** Shortcut listener and focus restoration of this window. Mount once. */
export function KeysProvider({ children }: { readonly children: ReactNode }) {
  const [registry] = useState(() => createKeyRegistry());
  // Layout effects, here and below: shortcuts work from the first paint on.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => registry.handle(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [registry]);
  useLayoutEffect(() => keepFocus(document), []);
  return <RegistryContext value={registry}>{children}</RegistryContext>;
}

/**
 * Restricts shortcuts to those bound inside of it while it is mounted and active (the default). A closing dialog is inactive
 * during its animation.
 */
export function KeyScope({
  active = true,
  children,
}: {
  readonly active?: boolean;
  readonly children: ReactNode;
}) {
  const registry = useContext(RegistryContext);
  const [scope] = useState(() => Symbol('scope'));
  useLayoutEffect(() => (active ? registry?.open(scope) : undefined), [registry, scope, active]);
  return <ScopeContext value={scope}>{children}</ScopeContext>;
}

export interface KeyOptions {
  /** The heading in the sheet of keys. Default "This screen". */
  readonly group?: string;
  /** Whether it is active while the person types in a field. Default false; combos with a modifier always are. */
  readonly whileTyping?: boolean;
  /** Default true. */
  readonly enabled?: boolean;
}

/**
 * Binds a shortcut while the component is mounted: `useKey('mod+s', 'Save', save)`. Ignored while typing, unless it
 * has a modifier. Does nothing outside KeysProvider.
 */
export function useKey(
  combo: string,
  label: string,
  run: (event: KeyboardEvent) => void,
  options: KeyOptions = {},
) {
  const registry = useContext(RegistryContext);
  const scope = useContext(ScopeContext);
  const { group = 'This screen', whileTyping = false, enabled = true } = options;
  const latest = useEffectEvent(run);
  useLayoutEffect(() => {
    if (!enabled || !registry) return undefined;
    return registry.bind(scope, { combo, label, group, whileTyping, run: (event) => latest(event) });
  }, [registry, scope, combo, label, group, whileTyping, enabled]);
}

const none: readonly KeyBinding[] = [];

/** Reads the active shortcuts. Nothing is rendered when they change: a screen that mounts binds many. */
export function useReadKeys(): () => readonly KeyBinding[] {
  const registry = useContext(RegistryContext);
  return () => registry?.active() ?? none;
}
