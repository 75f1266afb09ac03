/** Keys and services whose alerts page nobody, each with a link to the screen where that is changed. */
import { unpagedSentence, type UnpagedSource } from '#domain/readiness/unpaged.ts';
import { Link } from '#src/ui/link.tsx';
import { Panel } from '#src/ui/panel.tsx';
import styles from './unpaged-list.module.css';

export interface UnpagedListProps {
  readonly sources: readonly UnpagedSource[];
  readonly hrefOf: (source: UnpagedSource) => string;
}

export const UnpagedList = ({ sources, hrefOf }: UnpagedListProps) => (
  <Panel title="Alerts that page nobody" count={sources.length} frame="box">
    <ul className={styles.sources} aria-label="Alerts that page nobody">
      {sources.map((source) => (
        <li key={`${source.kind} ${source.id}`}>
          <Link href={hrefOf(source)} look="text">
            {source.name}
          </Link>
          <span className={styles.sentence}>{unpagedSentence(source)}</span>
        </li>
      ))}
    </ul>
  </Panel>
);
