/** What can be done with one thing, behind its button. What opens is a script of its own, fetched when the button is neared. */
import {
  cloneElement,
  createElement,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  useCallback,
  useEffect,
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
  const { pressing, begins } = usePressing();
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
  // A button that is changed under a finger would not hear of its being let go.
  if (Opening && !pressing)
    return createElement(Opening, { ...props, id, defaultOpen: pressed, refocus: refocus && !pressed });
  const bare: HTMLAttributes<HTMLElement> = {
    id,
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: ahead,
    onFocus: ahead,
    onPointerDown: begins,
    onKeyDown({ key }) {
      if (key === ' ') begins();
    },
    onClick() {
      setPressed(true);
      ahead();
    },
  };
  return cloneElement(props.trigger as ReactElement<HTMLAttributes<HTMLElement>>, bare);
}

/** Is something held down on the button? Whatever it becomes, it ends with a click somewhere, or is called off. */
function usePressing(): { readonly pressing: boolean; begins(): void } {
  const [pressing, setPressing] = useState(false);
  useEffect(() => {
    if (!pressing) return;
    const ends = () => setPressing(false);
    const endings = ['click', 'contextmenu', 'pointercancel'] as const;
    for (const ending of endings) window.addEventListener(ending, ends);
    return () => {
      for (const ending of endings) window.removeEventListener(ending, ends);
    };
  }, [pressing]);
  return { pressing, begins: () => setPressing(true) };
}
