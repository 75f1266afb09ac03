/** Layout of the sign-in and welcome screens: what Muster is on one side, the form on the other. */
import BellRing from 'lucide-react/icons/bell-ring';
import FileText from 'lucide-react/icons/file-text';
import MessagesSquare from 'lucide-react/icons/messages-square';
import { type ReactNode, useEffect, useRef } from 'react';
import { Logo } from '#src/components/logo.tsx';
import styles from './auth-layout.module.css';

const promises = [
  {
    icon: <BellRing className="icon" />,
    title: 'It reaches someone',
    text: 'A page escalates from person to person until one of them acknowledges.',
  },
  {
    icon: <MessagesSquare className="icon" />,
    title: 'One room, one story',
    text: 'Roles, tasks, files and every event on one timeline.',
  },
  {
    icon: <FileText className="icon" />,
    title: 'Written down on the way',
    text: 'When it is over, what happened and when is already there.',
  },
];

interface AuthLayoutProps {
  /** Heading. Focused when it changes, unless a field has the focus. */
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

export function AuthLayout({ title, lead, children }: AuthLayoutProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(title);
  useEffect(() => {
    if (shown.current === title) return;
    shown.current = title;
    const inField = document.activeElement?.matches('input, textarea') ?? false;
    if (!inField) heading.current?.focus();
  }, [title]);

  return (
    <div className={styles.layout}>
      <aside className={styles.about} aria-label="About Muster">
        <div className={styles.brand}>
          <Logo size={28} word />
        </div>
        <div className={styles.words}>
          <p className={styles.headline}>The right people in one room when something breaks.</p>
          <ul className={styles.promises}>
            {promises.map((promise) => (
              <li key={promise.title} className={styles.promise}>
                <span className={styles.symbol}>{promise.icon}</span>
                <div>
                  <p className={styles.name}>{promise.title}</p>
                  <p className={styles.text}>{promise.text}</p>
                </div>
              </li>
            ))}
          </ul>
        </div>
        <Mark />
      </aside>
      <main className={styles.content}>
        <div className={styles.column}>
          <header className={styles.header}>
            <h1 ref={heading} tabIndex={-1} className={styles.title}>
              {title}
            </h1>
            {lead && <p className={styles.lead}>{lead}</p>}
          </header>
          {children}
        </div>
      </main>
    </div>
  );
}

/** The mark, large, half out of sight. */
function Mark() {
  return (
    <svg viewBox="0 0 32 32" className={styles.mark} aria-hidden="true">
      <path d="M14 16H8.5A5.5 5.5 0 1 1 14 10.5z" />
      <path d="M14 18v5.5A5.5 5.5 0 1 1 8.5 18z" />
      <path d="M16 18h5.5a5.5 5.5 0 1 1-5.5 5.5z" />
      <circle cx="24" cy="8" r="4.75" />
    </svg>
  );
}
