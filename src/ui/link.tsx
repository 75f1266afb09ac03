import {
  createContext,
  useContext,
  type ComponentPropsWithRef,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { cx } from './cx.ts';
import styles from './link.module.css';

type Navigate = (href: string) => void;

interface Navigation {
  readonly navigate: Navigate | null;
  readonly hrefOf: (href: string) => string;
}

const same = (href: string) => href;
const NavigationContext = createContext<Navigation>({ navigate: null, hrefOf: same });

export interface NavigateProviderProps {
  readonly navigate: Navigate;
  /** Resolves a relative `href`. Default: unchanged. */
  readonly hrefOf?: (href: string) => string;
  readonly children: ReactNode;
}

/** Client-side navigation of Links. Without it links load the page. */
export function NavigateProvider({ navigate, hrefOf = same, children }: NavigateProviderProps) {
  return <NavigationContext value={{ navigate, hrefOf }}>{children}</NavigationContext>;
}

export interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  readonly href: string;
  /** `text` underlines it, `button` and `primary` give it the look of a Button. Default plain. */
  readonly look?: 'plain' | 'text' | 'button' | 'primary';
}

/** A link within the app; modifier keys open a new tab or window. */
export function Link({
  href,
  look = 'plain',
  className,
  onClick,
  children,
  ...anchor
}: LinkProps): ReactElement {
  const { navigate, hrefOf } = useContext(NavigationContext);
  const address = hrefOf(href);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (!navigate || event.defaultPrevented || elsewhere || anchor.target || !address.startsWith('/')) return;
    event.preventDefault();
    navigate(href);
  };
  return (
    <a {...anchor} href={address} className={cx(styles[look], className)} onClick={follow}>
      {children}
    </a>
  );
}
