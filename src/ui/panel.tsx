import { useId, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { QueryProblem } from './query-view.tsx';
import { RenderBoundary } from './render-boundary.tsx';
import styles from './panel.module.css';

export interface PanelProps {
  readonly title: string;
  readonly count?: number | undefined;
  /** Buttons at the end of the header. */
  readonly actions?: ReactNode;
  /** `line` separates it from its neighbours, `box` frames it; boxes are not nested. Default `line`. */
  readonly frame?: 'line' | 'box';
  /** Content from edge to edge, such as a List. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

/** A titled part of a screen. */
export function Panel({ title, count, actions, frame = 'line', flush, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cx(styles.panel, styles[frame])}>
      <header className={styles.header}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {count === undefined ? null : <span className={styles.count}>{count}</span>}
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </header>
      <div className={cx(styles.body, flush && styles.flush)}>
        <PanelBoundary title={title}>{children}</PanelBoundary>
      </div>
    </section>
  );
}

/** Confines a failure to render to one panel: the rest of the screen stays. */
export const PanelBoundary = ({ title, children }: Pick<PanelProps, 'title' | 'children'>) => (
  <RenderBoundary
    renderFallback={(_error, retry) => (
      <QueryProblem
        title={`“${title}” stopped working`}
        failure={{ meaning: 'An error occurred while it was drawn. The rest of the screen works.', retry }}
      />
    )}
  >
    {children}
  </RenderBoundary>
);

export interface PageHeaderProps {
  readonly title: ReactNode;
  /** Sentence below the heading. */
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
}

/** Title and actions of a screen. */
export function PageHeader({ title, description, actions }: PageHeaderProps) {
  return (
    <header className={styles.page}>
      <div className={styles.pageWords}>
        <h1 className={styles.pageTitle}>{title}</h1>
        {description ? <p className={styles.description}>{description}</p> : null}
      </div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </header>
  );
}

export interface DefinitionListProps {
  readonly items: readonly { readonly term: string; readonly value: ReactNode }[];
}

/** Names and values, in two columns. */
export function DefinitionList({ items }: DefinitionListProps) {
  return (
    <dl className={styles.definitions}>
      {items.map((item) => (
        <div key={item.term} className={styles.definition}>
          <dt>{item.term}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}

export interface FigureTileProps {
  readonly label: string;
  readonly value: string;
  /** "min", "%". */
  readonly unit?: string;
  /** Basis of the figure: "of 14 this week". */
  readonly note?: ReactNode;
}

/** A figure with its label and basis. */
export const FigureTile = ({ label, value, unit, note }: FigureTileProps) => (
  <div className={styles.tile}>
    <span className={styles.figureLabel}>{label}</span>
    <span className={styles.figure}>
      {value}
      {unit ? <span className={styles.unit}> {unit}</span> : null}
    </span>
    <span className={styles.note}>{note}</span>
  </div>
);
