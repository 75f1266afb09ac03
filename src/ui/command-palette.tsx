import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import Search from 'lucide-react/icons/search';
import { useDeferredValue, useId, useMemo, useState, type ReactNode } from 'react';
import styles from './command-palette.module.css';
import { Kbd } from './kbd.tsx';
import { KeyScope } from './keys.tsx';
import popup from './popup.module.css';

export interface PaletteItem {
  readonly id: string;
  /** A verb and its object, or the name of the thing to open. */
  readonly label: string;
  /** The heading it stands under: "Go to". */
  readonly group: string;
  /** Further search words. */
  readonly keywords?: readonly string[] | undefined;
  readonly icon?: ReactNode;
  /** Text at the end of the row: "modified today". */
  readonly hint?: string | undefined;
  readonly shortcut?: string | undefined;
  /** Whether it is offered for any text, after what matches: a search elsewhere. Default false. */
  readonly forAny?: boolean;
  readonly onRun: () => void;
}

export interface CommandPaletteProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly commands: readonly PaletteItem[];
  /** Placeholder that names the kinds of results. */
  readonly placeholder: string;
  /** Told the text that is looked for. */
  readonly onQuery?: (text: string) => void;
}

interface CommandGroup {
  readonly value: string;
  readonly items: readonly PaletteItem[];
  /** Number of items that match; the best of them are in `items`. */
  readonly matches: number;
}

/** Most items that a group shows: at first, so that the palette opens at once, and from then on. */
const mostShown = { opening: 5, usual: 20 } as const;

/** Command palette. The best match is highlighted while typing; Enter runs it. */
export function CommandPalette(props: CommandPaletteProps) {
  const { open, onOpenChange, commands, placeholder, onQuery } = props;
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.scrim} />
        <Dialog.Viewport className={styles.viewport}>
          <Dialog.Popup className={styles.palette} aria-label="Find anything">
            <KeyScope active={open}>
              <Finder
                commands={commands}
                placeholder={placeholder}
                onQuery={onQuery}
                close={() => onOpenChange(false)}
              />
            </KeyScope>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface FinderProps {
  readonly commands: readonly PaletteItem[];
  readonly placeholder: string;
  readonly onQuery: ((text: string) => void) | undefined;
  readonly close: () => void;
}

function Finder({ commands, placeholder, onQuery, close }: FinderProps) {
  const hintId = useId();
  const [query, setQuery] = useState('');
  const most = useDeferredValue<number>(mostShown.usual, mostShown.opening);
  // Enter runs the match of the latest text: only the number of items is deferred.
  const groups = useMemo(() => rank(commands, query, most), [commands, query, most]);
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      filter={null}
      value={query}
      onValueChange={(text) => {
        setQuery(text);
        onQuery?.(text);
      }}
      itemToStringValue={(command: PaletteItem) => command.label}
      autoHighlight="always"
      keepHighlight
    >
      <div className={styles.search}>
        <Search className={styles.searchIcon} />
        <Autocomplete.Input
          className={styles.input}
          aria-label="Find anything"
          aria-describedby={hintId}
          placeholder={placeholder}
        />
        <Kbd combo="Escape" />
      </div>
      <span id={hintId} className="visually-hidden">
        Arrow keys choose, Enter runs, Escape closes.
      </span>
      <Autocomplete.Empty className={styles.empty}>
        {groups.length === 0 ? `Nothing matches “${query}”. Try a number, a name or fewer letters.` : null}
      </Autocomplete.Empty>
      <Autocomplete.List className={styles.list}>
        {(group: CommandGroup) => (
          <Autocomplete.Group key={group.value} items={group.items}>
            <Autocomplete.GroupLabel className={popup.heading}>
              {group.value}
              {group.matches > group.items.length ? `: ${group.items.length} of ${group.matches}` : null}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(command: PaletteItem) => (
                <Autocomplete.Item
                  key={command.id}
                  value={command}
                  className={popup.item}
                  onClick={() => {
                    close();
                    command.onRun();
                  }}
                >
                  <span className={popup.lead}>{command.icon}</span>
                  <span className={styles.label}>{command.label}</span>
                  {command.hint ? <span className={styles.hint}>{command.hint}</span> : null}
                  {command.shortcut ? (
                    <span className={popup.shortcut}>
                      <Kbd combo={command.shortcut} />
                    </span>
                  ) : null}
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

/** Ranking. Every word must match; start of the label before start of a word, anywhere, keywords. */
function rank(commands: readonly PaletteItem[], query: string, most: number): CommandGroup[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const scored = commands
    .map((command) => ({ command, score: totalOf(command, words) }))
    .filter(({ score }) => score > -Infinity)
    .sort((one, other) => other.score - one.score);
  const groups = Map.groupBy(scored, ({ command }) => command.group);
  return Array.from(groups, ([value, entries]) => ({
    value,
    items: entries.slice(0, most).map(({ command }) => command),
    matches: entries.length,
  }));
}

function totalOf(command: PaletteItem, words: readonly string[]): number {
  if (command.forAny === true) return words.length === 0 ? -Infinity : 0;
  return words.reduce((sum, word) => sum + scoreOf(command, word), 0);
}

function scoreOf(command: PaletteItem, word: string): number {
  const label = fold(command.label);
  if (label.startsWith(word)) return 4;
  if (label.includes(` ${word}`) || label.includes(`#${word}`)) return 3;
  if (label.includes(word)) return 2;
  const others = [command.group, command.hint ?? '', ...(command.keywords ?? [])];
  return others.some((other) => fold(other).includes(word)) ? 1 : -Infinity;
}

/** Folded texts: every letter that is typed compares the same labels. */
const foldedTexts = new Map<string, string>();
const mostFolded = 10_000;

/** Normal form without case and accents. */
function fold(text: string): string {
  const known = foldedTexts.get(text);
  if (known !== undefined) return known;
  const folded = text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase();
  if (foldedTexts.size >= mostFolded) foldedTexts.clear();
  foldedTexts.set(text, folded);
  return folded;
}
