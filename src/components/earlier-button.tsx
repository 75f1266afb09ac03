import { Button } from '#src/ui/button.tsx';

interface EarlierButtonProps {
  readonly list: {
    /** Number of rows that are not loaded; null: unknown. */
    readonly earlier: number | null;
    readonly isLoadingEarlier: boolean;
    loadEarlier(): void;
  };
  /** Plural noun. */
  readonly noun: string;
}

/** Loads a page of the earlier rows of a list; nothing where all are loaded. */
export function EarlierButton({ list, noun }: EarlierButtonProps) {
  const { earlier, isLoadingEarlier, loadEarlier } = list;
  if (earlier === 0) return null;
  return (
    <Button size="small" variant="quiet" busy={isLoadingEarlier && 'Loading…'} onClick={loadEarlier}>
      {earlier === null ? `Show earlier ${noun}` : `Show earlier ${noun} (${earlier.toLocaleString('en')})`}
    </Button>
  );
}
