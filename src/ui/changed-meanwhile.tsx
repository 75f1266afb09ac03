/** Conflict of a form with a newer saved revision, and the choice between both. */
import { Button } from './button.tsx';
import styles from './form-foot.module.css';

export interface ChangedMeanwhileProps {
  /** Sentences on what is different now. Default: none. */
  readonly differences?: readonly string[];
  readonly keep: () => void;
  readonly discard: () => void;
}

export const ChangedMeanwhile = ({ differences = [], keep, discard }: ChangedMeanwhileProps) => (
  <section className={styles.newer} aria-label="Changed meanwhile">
    <output>
      <strong>Somebody changed this while you were typing.</strong> What you typed is still here.
    </output>
    {differences.length > 0 ? (
      <ul>
        {differences.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    ) : null}
    <div className={styles.foot}>
      <Button onClick={keep}>Keep what I typed</Button>
      <Button onClick={discard}>Take theirs</Button>
    </div>
  </section>
);
