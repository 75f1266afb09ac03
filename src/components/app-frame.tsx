import type { ReactNode } from 'react';
import styles from './app-frame.module.css';
import { cx } from '#src/ui/cx.ts';
import { Link } from '#src/ui/link.tsx';
import { Logo } from './logo.tsx';

export interface NavItem {
  readonly id: string;
  readonly label: string;
  readonly href: string;
  readonly icon: ReactNode;
  readonly current: boolean;
  /** A number in a neutral colour, such as live incidents. */
  readonly count?: number | undefined;
  /** Number of things that need this person now, in the signal colour. */
  readonly needsYou?: number | undefined;
  /** Whether it is in the phone's bottom bar too, which holds four beside "More". */
  readonly onPhone?: boolean;
  /** `secondary` items stand apart, further down. Default `primary`. */
  readonly rank?: 'primary' | 'secondary';
}

export interface AppFrameProps {
  readonly nav: readonly NavItem[];
  /** Below the brand in the rail: search, declare. */
  readonly railTop?: ReactNode;
  /** Foot of the rail: the signed-in person, connection. */
  readonly railFoot?: ReactNode;
  /** The last place of the phone's bottom bar: a menu with the rest. */
  readonly phoneMore?: ReactNode;
  /** Announcement or offline banner, above all. */
  readonly banner?: ReactNode;
  /** The live strip. */
  readonly strip?: ReactNode;
  readonly children: ReactNode;
}

/** The element that holds the screen: it scrolls, and can take the focus. */
export const contentId = 'content';

/** Layout: rail (desktop) or bottom bar (phone), live strip, content. */
export function AppFrame({ nav, railTop, railFoot, phoneMore, banner, strip, children }: AppFrameProps) {
  return (
    <div className={styles.frame}>
      <a href={`#${contentId}`} className={styles.skip}>
        Skip to content
      </a>
      {banner ? <div className={styles.banner}>{banner}</div> : null}
      <nav className={styles.rail} aria-label="Main">
        <Link href="/" className={styles.brand} aria-label="Muster, home">
          <Logo word />
        </Link>
        {railTop ? <div className={styles.railTop}>{railTop}</div> : null}
        <NavList items={nav.filter((item) => item.rank !== 'secondary')} />
        <div className={styles.grow} />
        <NavList items={nav.filter((item) => item.rank === 'secondary')} />
        {railFoot ? <div className={styles.railFoot}>{railFoot}</div> : null}
      </nav>
      <div className={styles.column}>
        {strip}
        <main id={contentId} tabIndex={-1} className={styles.content}>
          {children}
        </main>
      </div>
      <nav className={styles.bar} aria-label="Main, bottom">
        {nav
          .filter((item) => item.onPhone)
          .map((item) => (
            <Link
              key={item.id}
              href={item.href}
              className={styles.tab}
              aria-current={item.current ? 'page' : undefined}
            >
              <span className={styles.tabIcon}>
                {item.icon}
                <Count item={item} />
              </span>
              <span className={styles.tabLabel}>{item.label}</span>
            </Link>
          ))}
        {phoneMore}
      </nav>
    </div>
  );
}

function NavList({ items }: { readonly items: readonly NavItem[] }) {
  if (items.length === 0) return null;
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <li key={item.id}>
          <Link href={item.href} className={styles.item} aria-current={item.current ? 'page' : undefined}>
            {item.icon}
            <span className={styles.itemLabel}>{item.label}</span>
            <Count item={item} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Count({ item }: { readonly item: NavItem }) {
  const needed = item.needsYou ?? 0;
  const number = needed > 0 ? needed : (item.count ?? 0);
  if (number === 0) return null;
  return (
    <span className={cx(styles.count, needed > 0 && styles.needed)}>
      {number}
      {needed > 0 ? <span className="visually-hidden"> need you</span> : null}
    </span>
  );
}

export interface LiveStripProps {
  /** `signal` only while a page waits for this person. Default `calm`. */
  readonly tone?: 'calm' | 'signal';
  readonly icon?: ReactNode;
  /** "You are on call for Payments until Mon 09:00". */
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** Line about the reader. Fixed height, so that changes move nothing. */
export function LiveStrip({ tone = 'calm', icon, children, action }: LiveStripProps) {
  return (
    <output className={cx(styles.strip, tone === 'signal' && styles.stripSignal)}>
      {icon}
      <div className={styles.stripText}>{children}</div>
      {action}
    </output>
  );
}
