/** What can be done with one thing, behind its button. What opens is a script of its own, fetched when the button is neared. */
import {
  cloneElement,
  createElement,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  useCallback,
  useId,
  useState,
  useSyncExternalStore,
} from 'react';
import type { BaseMenu } from './base-menu.tsx';

export interface MenuItem {
  readonly id: string;
  /** A verb and its object, or the choice. */
  readonly label: string;
  /** Replaces the label on screen, such as a StatusMark. */
  readonly show?: ReactNode;
  readonly hint?: string | undefined;
  readonly icon?: ReactNode;
  readonly shortcut?: string | undefined;
  /** Marks the current choice of several; give it to all of them. */
  readonly selected?: boolean | undefined;
  readonly danger?: boolean;
  /** Shown under the label; the item stays reachable and does nothing. */
  readonly disabledReason?: string | false | undefined;
  readonly onSelect: () => void;
}

export interface MenuSection {
  readonly heading?: string;
  readonly items: readonly MenuItem[];
}

export interface MenuProps {
  /** The Button or IconButton that opens it. */
  readonly trigger: ReactElement;
  readonly sections: readonly MenuSection[];
  /** Default `start`. */
  readonly align?: 'start' | 'end';
}

type Real = typeof BaseMenu;

let real: Real | null = null;
const told = new Set<() => void>();

/** Fetches what opens. */
export async function loadMenus(): Promise<void> {
  const module = await import('./base-menu.tsx');
  if (real) return;
  real = module.BaseMenu;
  for (const tell of told) tell();
}

const ahead = () => void loadMenus().catch(() => undefined);

export function Menu(props: MenuProps) {
  const id = useId();
  const [pressed, setPressed] = useState(false);
  const [refocus, setRefocus] = useState(false);
  const subscribe = useCallback(
    (tell: () => void) => {
      // Asked before the button is taken down for the one that opens.
      const loaded = () => {
        setRefocus(document.activeElement?.id === id);
        tell();
      };
      told.add(loaded);
      return () => told.delete(loaded);
    },
    [id],
  );
  const Opening = useSyncExternalStore(subscribe, () => real);
  if (Opening)
    return createElement(Opening, { ...props, id, defaultOpen: pressed, refocus: refocus && !pressed });
  const bare: HTMLAttributes<HTMLElement> = {
    id,
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: ahead,
    onFocus: ahead,
    onClick() {
      setPressed(true);
      ahead();
    },
  };
  return cloneElement(props.trigger as ReactElement<HTMLAttributes<HTMLElement>>, bare);
}
