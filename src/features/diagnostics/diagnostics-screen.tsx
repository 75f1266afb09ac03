/** Diagnostics screen: provider, measurements and queued commands, for the analysis of faults. */
import { commandCatalogue } from '#api/commands.ts';
import { useState } from 'react';
import { supportOf } from '#ports/capabilities.ts';
import { type Capability, capabilities } from '#ports/capability-names.ts';
import { configToken } from '#ports/config/config.ts';
import { performanceToken, type TraceRecord } from '#ports/performance/performance.ts';
import { readSettings, settingsDefaults, type SettingsKey } from '#api/settings.ts';
import { useServerNow, useServerOffset } from '#src/data/client/server-now.ts';
import { type PendingState, usePendingCommands } from '#src/data/client/commands.ts';
import { useConnected } from '#src/data/client/connection.ts';
import { useLive } from '#react/live-query.ts';
import { usePort } from '#react/ports.tsx';
import { useCapability, useControl, usePorts } from '#src/data/client/ports.tsx';
import { useSettings } from '#src/data/client/settings.ts';
import { useMay } from '#src/data/queries/team.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { useZones } from '#src/ui/clock.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { DefinitionList, FigureTile, PageHeader, Panel } from '#src/ui/panel.tsx';
import { ScreenColumn } from '#src/ui/screen-column.tsx';
import { Switch } from '#src/ui/switch.tsx';
import { Time } from '#src/ui/time.tsx';
import { absoluteTime } from '#src/ui/time-format.ts';
import styles from './diagnostics.module.css';
import { RuleDenialsPanel } from './rule-denials-panel.tsx';
import { ServerFiguresPanel } from './server-figures-panel.tsx';
import { SetAsidePanel } from './set-aside-panel.tsx';
import { StoragePanel } from './storage-panel.tsx';

export function DiagnosticsScreen() {
  const control = useControl();
  const mayConfigure = useMay()('configure').allowed;
  return (
    <ScreenColumn width="wide">
      <PageHeader
        title="Diagnostics"
        description="What Muster runs on, what it measured, and what waits to be sent."
      />
      <Connection />
      <Waiting />
      <StoragePanel />
      <SetAsidePanel />
      <Traces />
      {control ? <RuleDenialsPanel control={control} /> : null}
      <Configuration />
      {mayConfigure ? <ServerFiguresPanel /> : null}
      <CapabilityList />
    </ScreenColumn>
  );
}

function Connection() {
  const { capabilities: manifest } = usePorts();
  const connected = useConnected();
  const offset = useServerOffset();
  const now = useServerNow();
  const { zone } = useZones();
  return (
    <Panel title="Backend" frame="box">
      <DefinitionList
        items={[
          { term: 'Provider', value: manifest.provider },
          {
            term: 'Connection',
            value: connected ? (
              <Badge tone="good">connected</Badge>
            ) : (
              <Badge tone="caution">not connected</Badge>
            ),
          },
          { term: 'Server’s time', value: <span className="tabular">{absoluteTime(now, zone)}</span> },
          {
            term: 'Ahead of this browser',
            value: <span className="tabular">{signed(offset / 1000)} s</span>,
          },
        ]}
      />
    </Panel>
  );
}

const stateLabels: Readonly<Record<PendingState, string>> = {
  sending: 'on its way',
  retrying: 'is sent again',
  waiting: 'waits for the one before it',
  offline: 'waits for the connection',
};

function Waiting() {
  const commands = usePendingCommands();
  return (
    <Panel title="Commands waiting to be sent" count={commands.length} frame="box">
      {commands.length === 0 ? (
        <p className={styles.muted}>
          No command waits. Comments, tasks and files that wait say so in their rooms.
        </p>
      ) : (
        <ol className={styles.lines}>
          {commands.map(({ name, input, state }) => (
            <li key={input.commandId} className={styles.line}>
              <span>{commandCatalogue[name].labels.pending}</span>
              <Badge tone={state === 'sending' ? 'accent' : 'caution'}>{stateLabels[state]}</Badge>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

const none: readonly TraceRecord[] = [];

function Traces() {
  const performance = usePort(performanceToken);
  const { collection } = performance;
  const collected = useCapability('performance.collect');
  const { data = none } = useLive<readonly TraceRecord[]>(['traces'], (push) =>
    performance.watchRecords((records) => push.next(records)),
  );
  const [enabled, setEnabled] = useState(() => collection?.enabled() ?? true);
  const byName = Map.groupBy(data, nameOf);
  const newest = data.toReversed().slice(0, 25);

  return (
    <Panel title="Performance" count={data.length} frame="box">
      {collection && (
        <Switch
          label="Measure"
          hint="Loading, each command and each request, kept here and sent to the backend."
          checked={enabled}
          onChange={(on) => {
            collection.setEnabled(on);
            setEnabled(on);
          }}
        />
      )}
      {!collected && (
        <p className={styles.muted}>This server collects no measurements: they are of this page alone.</p>
      )}
      {data.length === 0 ? (
        <EmptyState title="Nothing was measured yet">
          Declare or acknowledge something, and look again.
        </EmptyState>
      ) : (
        <>
          <div className={styles.tiles}>
            {[...byName].slice(0, 6).map(([name, records]) => (
              <FigureTile
                key={name}
                label={name}
                value={median(records.map((record) => record.durationMs)).toFixed(0)}
                unit="ms"
                note={records.length === 1 ? 'once' : `median of ${records.length}`}
              />
            ))}
          </div>
          <div className={styles.scroll}>
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">Trace</th>
                  <th scope="col">When</th>
                  <th scope="col" className={styles.figure}>
                    Took
                  </th>
                  <th scope="col">Attributes</th>
                </tr>
              </thead>
              <tbody>
                {newest.map((record, index) => (
                  <tr key={`${record.name}-${record.startedAt}-${index}`}>
                    <td>
                      <code>{nameOf(record)}</code>
                    </td>
                    <td>
                      <Time at={record.startedAt} form="clock" />
                    </td>
                    <td className={styles.figure}>{record.durationMs.toFixed(0)} ms</td>
                    <td className={styles.muted}>
                      {[...Object.entries(record.attributes), ...Object.entries(record.metrics)]
                        .map(([name, value]) => `${name} ${value}`)
                        .join(', ')}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Panel>
  );
}

/** Pages and requests are named by their address: of this application's own, the path says enough. */
function nameOf({ kind, name }: TraceRecord): string {
  if (kind === 'trace') return name;
  return `${kind === 'page' ? 'load of' : 'request to'} ${name.startsWith(location.origin) ? name.slice(location.origin.length) : name}`;
}

function Configuration() {
  const config = usePort(configToken);
  // Read anew whenever the settings in force change.
  useSettings();
  const keys = Object.keys(settingsDefaults) as SettingsKey[];
  const { problems } = readSettings((key) => config.value(key).asString());
  const problemOf = (key: SettingsKey) => problems.find((one) => one.key === key)?.problem;
  return (
    <Panel title="Remote configuration" frame="box">
      {config.remote === null && (
        <p className={styles.muted}>This server publishes no configuration: every value is the default.</p>
      )}
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Key</th>
              <th scope="col">Value</th>
              <th scope="col">From</th>
            </tr>
          </thead>
          <tbody>
            {keys.map((key) => {
              const value = config.value(key);
              return (
                <tr key={key}>
                  <td>
                    <code>{key}</code>
                  </td>
                  <td className={styles.value}>
                    {value.asString() || <span className={styles.muted}>empty</span>}
                    {problemOf(key) !== undefined && (
                      <p className={styles.problem}>
                        {problemOf(key)} The default applies: {settingsDefaults[key]}
                      </p>
                    )}
                  </td>
                  <td>
                    <Badge tone={value.source === 'remote' ? 'accent' : 'neutral'}>{value.source}</Badge>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function CapabilityList() {
  const { capabilities: manifest } = usePorts();
  const names = Object.keys(capabilities) as Capability[];
  return (
    <Panel
      title="Capabilities"
      frame="box"
      actions={<CopyButton label="Copy as JSON" text={JSON.stringify(manifest, null, 2)} />}
    >
      <ul className={styles.capabilities}>
        {names.map((name) => {
          const support = supportOf(manifest, name);
          return (
            <li key={name} className={styles.line}>
              <Badge tone={support === 'yes' ? 'good' : support === 'no' ? 'neutral' : 'caution'}>
                {typeof support === 'string' ? support : 'unverified'}
              </Badge>
              <span>{capabilities[name]}</span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** Number with one decimal, and no minus before zero. */
const signed = (seconds: number) => (Math.round(seconds * 10) / 10 || 0).toFixed(1);
