/** A list of pairs of texts in a form, such as a label and its value. */
import Trash from 'lucide-react/icons/trash-2';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { firstMessage } from '#src/ui/first-message.ts';
import styles from './text-rows.module.css';

type Pair = readonly [string, string];

export interface TextRowsProps {
  /** Name of one row: "Label". */
  readonly label: string;
  readonly hint?: string;
  readonly addLabel: string;
  /** Names of the two texts, and the word between them. */
  readonly names: Pair;
  readonly joint: string;
  readonly rows: readonly Pair[];
  readonly onChange: (rows: readonly Pair[]) => void;
  readonly most: number;
  /** Error of the form, by row and field. */
  readonly error: unknown;
}

export function TextRows(props: TextRowsProps) {
  const { label, hint, addLabel, names, joint, rows, onChange, most, error } = props;
  const put = (index: number, row: Pair) => onChange(rows.map((one, at) => (at === index ? row : one)));
  return (
    <fieldset className={styles.rows}>
      <legend>{label}s</legend>
      {hint === undefined ? null : <p className={styles.hint}>{hint}</p>}
      {rows.map(([first, second], index) => {
        const name = `${label} ${index + 1}`;
        return (
          <div key={index} className={styles.row}>
            <TextInput
              aria-label={`${name}: ${names[0]}`}
              placeholder={names[0]}
              value={first}
              spellCheck={false}
              onChange={(event) => put(index, [event.target.value, second])}
            />
            <span>{joint}</span>
            <TextInput
              aria-label={`${name}: ${names[1]}`}
              placeholder={names[1]}
              value={second}
              spellCheck={false}
              onChange={(event) => put(index, [first, event.target.value])}
            />
            <IconButton
              label={`Remove ${name}`}
              icon={<Trash className="icon" />}
              onClick={() => onChange(rows.filter((_, at) => at !== index))}
            />
          </div>
        );
      })}
      <ProblemText text={firstMessage(error)} />
      <div>
        <Button
          size="small"
          disabledReason={rows.length >= most && `At most ${most}.`}
          onClick={() => onChange([...rows, ['', '']])}
        >
          {addLabel}
        </Button>
      </div>
    </fieldset>
  );
}
