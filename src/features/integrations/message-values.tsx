/** Values of a pasted message. A press puts the path of one into a part of the mapping. */
import { type Control, useController } from 'react-hook-form';
import { limits } from '#domain/constants.ts';
import { settingsLimits } from '#domain/settings-limits.ts';
import { type MessageValue, valuesIn } from '#domain/ingest/mapping-path.ts';
import { shortenUnits } from '#domain/text.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Field } from '#src/ui/field.tsx';
import { Select } from '#src/ui/select.tsx';
import styles from './integrations.module.css';
import type { MappingValues } from './mapping-values.ts';

/** Values that are listed at most. */
const mostValues = 100;

export type PathTarget = 'summary' | 'dedupKey' | 'severityPath' | 'actionPath' | 'links' | 'labels';

const targetLabels: Readonly<Record<PathTarget, string>> = {
  summary: 'Summary',
  dedupKey: 'Key',
  severityPath: 'Severity',
  actionPath: 'Action',
  links: 'Link',
  labels: 'Label',
};
const targets = Object.keys(targetLabels) as readonly PathTarget[];

interface MessageValuesProps {
  readonly body: unknown;
  readonly control: Control<MappingValues>;
  readonly target: PathTarget;
  readonly onTarget: (target: PathTarget) => void;
}

export function MessageValues({ body, control, target, onTarget }: MessageValuesProps) {
  const { field: summary } = useController({ control, name: 'summary' });
  const { field: dedupKey } = useController({ control, name: 'dedupKey' });
  const { field: severityPath } = useController({ control, name: 'severityPath' });
  const { field: actionPath } = useController({ control, name: 'actionPath' });
  const { field: links } = useController({ control, name: 'links' });
  const { field: labels } = useController({ control, name: 'labels' });
  const single = { summary, dedupKey, severityPath, actionPath };
  const values = valuesIn(body, mostValues);
  if (values.length === 0) return null;

  const put = ({ path, name }: MessageValue) => {
    if (target === 'links')
      links.onChange(
        withRow(links.value, settingsLimits.mappingLinks, (row) => ({
          path,
          text: row?.text || labelOf(name, path),
        })),
      );
    else if (target === 'labels')
      labels.onChange(
        withRow(labels.value, settingsLimits.mappingLabels, (row) => ({
          path,
          name: row?.name || labelOf(name, path),
        })),
      );
    else single[target].onChange(path);
  };
  const usesOf = (path: string): readonly PathTarget[] =>
    targets.filter((part) =>
      part === 'links' || part === 'labels'
        ? (part === 'links' ? links : labels).value.some((row) => row.path === path)
        : single[part].value === path,
    );

  return (
    <fieldset className={styles.rows}>
      <legend>Values in the message</legend>
      <Field label="A press puts the path into" compact>
        <Select
          options={targets.map((value) => ({ value, label: targetLabels[value] }))}
          value={target}
          onChange={onTarget}
        />
      </Field>
      <ul className={styles.values}>
        {values.map((value) => (
          <li key={value.path}>
            <button type="button" className={styles.value} onClick={() => put(value)}>
              <code>{value.path}</code>
              <span className={styles.valueText}>{shortenUnits(value.text, limits.title)}</span>
              {usesOf(value.path).map((part) => (
                <Badge key={part} tone="accent">
                  {targetLabels[part]}
                </Badge>
              ))}
            </button>
          </li>
        ))}
      </ul>
      {values.length === mostValues ? (
        <p className={styles.muted}>Only the first {mostValues} values are listed.</p>
      ) : null}
    </fieldset>
  );
}

/** Name of a link or label, as the last name of its path. */
const labelOf = (name: string, path: string): string => shortenUnits(name.trim() || path, limits.name);

/** The rows with one more, or with the first that has no path yet filled; as they are when there are too many. */
function withRow<Row extends { readonly path: string }>(
  rows: readonly Row[],
  most: number,
  made: (row: Row | undefined) => Row,
): Row[] {
  const empty = rows.findIndex(({ path }) => path === '');
  if (empty !== -1) return rows.map((row, index) => (index === empty ? made(row) : row));
  return rows.length >= most ? [...rows] : [...rows, made(undefined)];
}
