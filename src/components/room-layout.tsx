import PanelLeft from 'lucide-react/icons/panel-left';
import PanelRight from 'lucide-react/icons/panel-right';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { cx } from '#src/ui/cx.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { useKey } from '#src/ui/keys.tsx';
import styles from './room-layout.module.css';
import { useMedia } from '#src/ui/use-media.ts';
import { usePrinting } from '#src/ui/use-printing.ts';

export interface RoomLayoutProps {
  /** The room's name, marks and main actions, above the panes. */
  readonly header: ReactNode;
  /** Status, roles, tasks, alerts. */
  readonly context: ReactNode;
  /** Fills its height and scrolls by itself: a Timeline. */
  readonly timeline: ReactNode;
  /** Below the timeline, always visible. */
  readonly composer: ReactNode;
  readonly people: ReactNode;
  /** Another number above 0 shows the timeline, where one pane is shown at a time. Default 0. */
  readonly timelineRequest?: number;
  /** Whether the header is still loading: its height is not known, so the phone's tabs below it are not shown. Default false. */
  readonly loading?: boolean;
  /** Whether panes that are not visible are rendered. False while what is visible waits for the page's thread. Default true. */
  readonly rendersHidden?: boolean;
  /** Small counts on the phone's tabs. */
  readonly counts?: Readonly<Partial<Record<Pane, number | undefined>>>;
}

type Pane = 'context' | 'timeline' | 'people';

const panes: readonly { readonly id: Pane; readonly label: string }[] = [
  { id: 'context', label: 'Status' },
  { id: 'timeline', label: 'Timeline' },
  { id: 'people', label: 'People and tasks' },
];

/**
 * Layout of a room: context, timeline with composer, people and tasks. The side panes collapse by `[` and `]`, and by the window's
 * width. On a phone one pane is shown at a time.
 */
export function RoomLayout(props: RoomLayoutProps) {
  const { header, context, timeline, composer, people, counts = {} } = props;
  const { timelineRequest = 0, loading = false, rendersHidden = true } = props;
  const [shown, setShown] = useState<Pane>('timeline');
  const [answered, setAnswered] = useState(0);
  if (answered !== timelineRequest) {
    setAnswered(timelineRequest);
    if (timelineRequest > 0) setShown('timeline');
  }
  const left = useFold('(min-width: 960px)');
  const right = useFold('(min-width: 1240px)');
  const wide = useMedia('(min-width: 720px)');
  const printing = usePrinting();
  // Panes rendered in turn: the effects of both in one commit are a long task.
  const rendersLast = useDeferredValue(rendersHidden);
  const isRendered = (pane: Pane, isOpen: boolean, inBackground: boolean) =>
    printing || inBackground || (wide ? isOpen : shown === pane);
  useKey('[', 'Collapse or expand status', left.toggle);
  useKey(']', 'Collapse or expand people and tasks', right.toggle);

  return (
    <div className={styles.room} data-print="whole">
      <div className={styles.header}>
        <div className={styles.headerContent}>{header}</div>
        <div className={styles.folds}>
          <IconButton
            label={left.open ? 'Collapse status' : 'Expand status'}
            shortcut="["
            icon={<PanelLeft className="icon" />}
            aria-expanded={left.open}
            onClick={left.toggle}
          />
          <IconButton
            label={right.open ? 'Collapse people and tasks' : 'Expand people and tasks'}
            shortcut="]"
            icon={<PanelRight className="icon" />}
            aria-expanded={right.open}
            onClick={right.toggle}
          />
        </div>
      </div>
      <nav className={cx(styles.tabs, loading && styles.placeHeld)} aria-label="Panes of the room">
        {panes.map((pane) => (
          <button
            key={pane.id}
            type="button"
            className={styles.tab}
            aria-current={shown === pane.id ? 'true' : undefined}
            onClick={() => setShown(pane.id)}
          >
            {pane.label}
            {counts[pane.id] ? <span className={styles.count}>{counts[pane.id]}</span> : null}
          </button>
        ))}
      </nav>
      <div className={styles.panes} data-left={left.open} data-right={right.open}>
        <section
          aria-label="Status, roles and alerts"
          className={cx(styles.side, shown === 'context' && styles.shown)}
        >
          {isRendered('context', left.open, rendersHidden) ? context : null}
        </section>
        <div className={cx(styles.middle, shown === 'timeline' && styles.shown)}>
          <div className={styles.stream}>{timeline}</div>
          {composer}
        </div>
        <section
          aria-label="People and tasks"
          className={cx(styles.side, shown === 'people' && styles.shown)}
        >
          {isRendered('people', right.open, rendersLast) ? people : null}
        </section>
      </div>
    </div>
  );
}

function useFold(wideEnough: string) {
  const roomy = useMedia(wideEnough);
  const [chosen, setChosen] = useState<{ readonly open: boolean; readonly roomy: boolean } | null>(null);
  // A choice lasts until the window crosses the breakpoint.
  const open = chosen && chosen.roomy === roomy ? chosen.open : roomy;
  return { open, toggle: () => setChosen({ open: !open, roomy }) };
}
