/** Lists of a mapping: what values mean, and paths with a name of their own. */
import Trash from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { firstMessage } from '#src/ui/first-message.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { Select, type SelectOption } from '#src/ui/select.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import styles from './integrations.module.css';

interface RowsProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly onChange: (items: readonly Item[]) => void;
  readonly fresh: Item;
  readonly most: number;
  readonly addLabel: string;
  readonly error: unknown;
  renderItem(item: Item, change: (item: Item) => void, name: string): ReactNode;
}

export function Rows<Item>(props: RowsProps<Item>) {
  const { label, items, onChange, fresh, most, addLabel, error, renderItem } = props;
  const put = (index: number, item: Item) => onChange(items.map((one, at) => (at === index ? item : one)));
  return (
    <fieldset className={styles.rows}>
      <legend>{label}</legend>
      {items.map((item, index) => {
        const name = `${label} ${index + 1}`;
        return (
          // Rows have no id of their own, and none is kept beside what is drawn of it.
          <div key={index} className={styles.row}>
            {renderItem(item, (next) => put(index, next), name)}
            <IconButton
              label={`Remove ${name}`}
              icon={<Trash className="icon" />}
              onClick={() => onChange(items.filter((_, at) => at !== index))}
            />
          </div>
        );
      })}
      <ProblemText text={firstMessage(error)} />
      <div>
        <Button
          size="small"
          disabledReason={items.length >= most && `At most ${most}.`}
          onClick={() => onChange([...items, fresh])}
        >
          {addLabel}
        </Button>
      </div>
    </fieldset>
  );
}

interface ValueRowProps<Means extends string> {
  readonly item: { readonly value: string; readonly means: Means };
  readonly change: (item: { value: string; means: Means }) => void;
  readonly name: string;
  readonly options: readonly SelectOption<Means>[];
}

export function ValueRow<Means extends string>({ item, change, name, options }: ValueRowProps<Means>) {
  return (
    <>
      <TextInput
        aria-label={`${name}: value in the message`}
        value={item.value}
        placeholder="ok"
        onChange={(event) => change({ ...item, value: event.target.value })}
      />
      <span>means</span>
      <Select
        aria-label={`${name}: meaning`}
        options={options}
        value={item.means}
        onChange={(means) => change({ ...item, means })}
      />
    </>
  );
}

interface PathRowProps {
  readonly name: string;
  readonly path: string;
  readonly onPath: (path: string) => void;
  readonly text: string;
  readonly textLabel: string;
  /** Default: `path`. */
  readonly pathLabel?: string;
  /** Word between the two. Default: `at`. */
  readonly between?: string;
  /** Of the path. */
  readonly placeholder?: string;
  readonly onText: (text: string) => void;
}

export function PathRow(props: PathRowProps) {
  const { name, path, onPath, text, textLabel, onText } = props;
  const { pathLabel = 'path', between = 'at', placeholder = 'alert.zone' } = props;
  return (
    <>
      <TextInput
        aria-label={`${name}: ${textLabel}`}
        value={text}
        placeholder={textLabel}
        onChange={(event) => onText(event.target.value)}
      />
      <span>{between}</span>
      <TextInput
        aria-label={`${name}: ${pathLabel}`}
        value={path}
        placeholder={placeholder}
        spellCheck={false}
        onChange={(event) => onPath(event.target.value)}
      />
    </>
  );
}
