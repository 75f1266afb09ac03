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

const NavigateContext = createContext<Navigate | null>(null);

/** Tells every Link how to move within the app. Without it links load the page. */
export function NavigateProvider({
  navigate,
  children,
}: {
  readonly navigate: Navigate;
  readonly children: ReactNode;
}) {
  return <NavigateContext value={navigate}>{children}</NavigateContext>;
}

export interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  readonly href: string;
  /** `text` underlines it, `button` and `primary` give it the look of a Button. Default plain. */
  readonly look?: 'plain' | 'text' | 'button' | 'primary';
}

/** A link within the app; opens in a new tab as any link when asked to. */
export function Link({
  href,
  look = 'plain',
  className,
  onClick,
  children,
  ...anchor
}: LinkProps): ReactElement {
  const navigate = useContext(NavigateContext);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (!navigate || event.defaultPrevented || elsewhere || anchor.target || !href.startsWith('/')) return;
    event.preventDefault();
    navigate(href);
  };
  return (
    <a {...anchor} href={href} className={cx(styles[look], className)} onClick={follow}>
      {children}
    </a>
  );
}
