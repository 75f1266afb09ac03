import { Combobox as Base } from '@base-ui/react/combobox';
import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useFieldProps } from './field-context.ts';
import styles from './combobox.module.css';
import popup from './popup.module.css';

export interface ComboboxOption {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** Further text by which it is found; not shown. */
  readonly keywords?: string | undefined;
  /** An avatar or an icon. */
  readonly lead?: ReactNode;
}

export interface ComboboxProps {
  readonly options: readonly ComboboxOption[];
  /** The ids chosen, in the order chosen. */
  readonly value: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  readonly placeholder?: string;
  /** Called with what is typed: `options` are then those that match it. Absent: all are given, and matched here. */
  readonly onQuery?: (text: string) => void;
  /** The last chosen one stays when it is pressed again in the list; its own button removes it. Default: it is removed too. */
  readonly keepsLast?: boolean;
  /** Text when no option matches. */
  readonly empty?: string;
  /** Needed outside a Field. */
  readonly 'aria-label'?: string;
}

/** Several of many, found by typing. */
export function Combobox(props: ComboboxProps) {
  const { options, value, onChange, onQuery, placeholder } = props;
  const { empty = 'Nothing matches. Try fewer letters.', keepsLast = false } = props;
  const anchor = useRef<HTMLDivElement>(null);
  const field = useFieldProps();
  const { contains } = Base.useFilter({ multiple: true });
  /** Chosen options: the typed text may match others. */
  const [picked, setPicked] = useState<readonly ComboboxOption[]>([]);
  const chosen = useMemo(
    () => value.flatMap((id) => [...options, ...picked].find((option) => option.id === id) ?? []),
    [options, picked, value],
  );
  return (
    <Base.Root<ComboboxOption, true>
      multiple
      // Enter takes the first match.
      autoHighlight
      items={options}
      filter={
        onQuery
          ? null
          : ({ label, keywords }, query) =>
              contains(keywords === undefined ? label : `${label} ${keywords}`, query)
      }
      onInputValueChange={onQuery}
      value={chosen}
      onValueChange={(next, { reason }) => {
        if (keepsLast && next.length === 0 && reason === 'item-press') return;
        setPicked(next);
        onChange(next.map((option) => option.id));
      }}
      isItemEqualToValue={(one, other) => one.id === other.id}
    >
      <Base.Chips className={styles.box} ref={anchor}>
        {chosen.map((option) => (
          <Base.Chip key={option.id} className={styles.chip} aria-label={option.label}>
            {option.lead}
            <span className={styles.chipLabel}>{option.label}</span>
            <Base.ChipRemove className={styles.remove} aria-label={`Remove ${option.label}`}>
              <X className={styles.cross} />
            </Base.ChipRemove>
          </Base.Chip>
        ))}
        <Base.Input
          {...field}
          className={styles.input}
          placeholder={chosen.length > 0 ? '' : placeholder}
          aria-label={props['aria-label']}
        />
      </Base.Chips>
      <Base.Portal>
        <Base.Positioner className={popup.positioner} sideOffset={4} anchor={anchor}>
          <Base.Popup className={popup.popup}>
            <Base.Empty className={popup.empty}>{empty}</Base.Empty>
            <Base.List>
              {(option: ComboboxOption) => (
                <Base.Item key={option.id} value={option} className={popup.item}>
                  {option.lead ? <span className={popup.lead}>{option.lead}</span> : null}
                  <span className={popup.words}>
                    {option.label}
                    {option.hint ? <span className={popup.hint}>{option.hint}</span> : null}
                  </span>
                  <span className={popup.check}>
                    <Base.ItemIndicator>
                      <Check className="icon" />
                    </Base.ItemIndicator>
                  </span>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
