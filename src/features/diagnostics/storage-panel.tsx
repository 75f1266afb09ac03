/** Storage of this browser: what Muster uses, how much there is, and whether the browser may clear it. */
import {
  type BrowserStorage,
  useBrowserStorage,
  usePersistStorage,
} from '#src/data/queries/browser-storage.ts';
import { byteSize } from '#src/ui/byte-size.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { DefinitionList, Panel } from '#src/ui/panel.tsx';
import styles from './diagnostics.module.css';

export function StoragePanel() {
  const { data: storage, error } = useBrowserStorage();
  const persist = usePersistStorage();
  const isSilent = storage === null || error !== null;
  return (
    <Panel title="Storage of this browser" frame="box">
      {isSilent ? (
        <p className={styles.muted}>This browser tells nothing of its storage.</p>
      ) : (
        <>
          <DefinitionList
            items={[
              { term: 'Used', value: <span className="tabular">{figureOf(storage, 'usage')}</span> },
              { term: 'At most', value: <span className="tabular">{figureOf(storage, 'quota')}</span> },
              { term: 'When the device is full', value: <Persistence storage={storage} /> },
            ]}
          />
          <div className={styles.persist}>
            {storage?.isPersisted ? null : (
              <Button
                size="small"
                busy={(persist.isPending || storage === undefined) && 'Asking…'}
                onClick={() => persist.mutate()}
              >
                Ask the browser to keep it
              </Button>
            )}
          </div>
          {persist.data === false ? (
            <output className={styles.muted}>
              The browser did not agree. Allow its notifications for Muster, and ask again.
            </output>
          ) : null}
        </>
      )}
    </Panel>
  );
}

interface StorageProps {
  /** Undefined until the browser has answered. */
  readonly storage: BrowserStorage | undefined;
}

function Persistence({ storage }: StorageProps) {
  if (storage === undefined) return <span className={styles.muted}>…</span>;
  return storage.isPersisted ? <Badge tone="good">kept</Badge> : <Badge tone="caution">may be cleared</Badge>;
}

function figureOf(storage: BrowserStorage | undefined, figure: 'usage' | 'quota'): string {
  if (storage === undefined) return '…';
  const bytes = storage[figure];
  return bytes === undefined ? 'not known' : byteSize(bytes);
}
