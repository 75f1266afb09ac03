/** Storage of this browser: what Muster uses, how much there is, and whether the browser may clear it. */
import { useBrowserStorage, usePersistStorage } from '#src/data/queries/browser-storage.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { DefinitionList, Panel } from '#src/ui/panel.tsx';
import styles from './diagnostics.module.css';

export function StoragePanel() {
  const { data: storage, error } = useBrowserStorage();
  const persist = usePersistStorage();
  if (storage === undefined && !error) return null;
  return (
    <Panel title="Storage of this browser" frame="box">
      {storage ? (
        <>
          <DefinitionList
            items={[
              { term: 'Used', value: <span className="tabular">{megabytes(storage.usage)}</span> },
              { term: 'At most', value: <span className="tabular">{megabytes(storage.quota)}</span> },
              {
                term: 'When the device is full',
                value: storage.isPersisted ? (
                  <Badge tone="good">kept</Badge>
                ) : (
                  <Badge tone="caution">may be cleared</Badge>
                ),
              },
            ]}
          />
          {storage.isPersisted ? null : (
            <Button size="small" busy={persist.isPending && 'Asking…'} onClick={() => persist.mutate()}>
              Ask the browser to keep it
            </Button>
          )}
          {persist.data === false ? (
            <output className={styles.muted}>
              The browser did not agree. Allow its notifications for Muster, and ask again.
            </output>
          ) : null}
        </>
      ) : (
        <p className={styles.muted}>This browser tells nothing of its storage.</p>
      )}
    </Panel>
  );
}

const megabytes = (bytes: number | undefined) =>
  bytes === undefined ? 'not known' : `${(bytes / 1_000_000).toFixed(1)} MB`;
