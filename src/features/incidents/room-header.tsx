/** The room's name and state at a glance, and what concerns the room as a whole. */
import Ellipsis from 'lucide-react/icons/ellipsis';
import Lock from 'lucide-react/icons/lock';
import Search from 'lucide-react/icons/search';
import { Suspense, useState } from 'react';
import type { Incident } from '#domain/incident/schema.ts';
import { useCommand, usePendingCommand } from '#src/data/client/commands.ts';
import { useTimeline } from '#src/data/queries/room.ts';
import { links, useAddressOf } from '#src/data/links.ts';
import { useSettings } from '#src/data/client/settings.ts';
import { useMayRun, usePeople, useTeam } from '#src/data/queries/team.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { useZones } from '#src/ui/clock.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Link } from '#src/ui/link.tsx';
import { Menu } from '#src/ui/menu.tsx';
import { SeverityMark } from '#src/components/severity-mark.tsx';
import { StatusMark } from '#src/components/status-mark.tsx';
import { Duration, Time } from '#src/ui/time.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { type MarkdownContext, timelineMarkdown } from './markdown.ts';
import { roomParts } from './parts.ts';
import styles from './room-header.module.css';
import { useShowError } from './use-show-error.ts';
import { WaitingMark } from './waiting-mark.tsx';
import { isLive } from '#domain/incident/status.ts';

export interface RoomHeaderProps {
  readonly incident: Incident;
  /** Opens the search in the timeline. */
  readonly onFind: () => void;
}

export function RoomHeader({ incident, onFind }: RoomHeaderProps) {
  const { severityNames } = useSettings();
  const { number, title, severity, status } = incident;
  return (
    <div className={styles.header}>
      <div className={styles.words}>
        <h1 className={styles.title}>
          <Link href={links.incident(number)} className={styles.number}>
            #{number}
          </Link>{' '}
          {title}
        </h1>
        <div className={styles.facts}>
          <SeverityMark severity={severity} name={severityNames[severity]} />
          <StatusMark of="incident" state={status} />
          <span className={styles.since}>
            {isLive(incident) ? (
              <>
                for <Duration from={incident.createdAt} />
              </>
            ) : (
              <Time at={incident.times[`${status}At`] ?? incident.createdAt} />
            )}
          </span>
          {incident.private ? <Badge icon={<Lock className={styles.lock} />}>Private</Badge> : null}
        </div>
      </div>
      <div className={styles.actions}>
        <JoinButton incident={incident} />
        <FindButton incidentId={incident.id} onFind={onFind} />
        <MoreMenu incident={incident} />
      </div>
    </div>
  );
}

function JoinButton({ incident }: { readonly incident: Incident }) {
  const { me } = useTeam();
  const may = useMayRun()('joinIncident', incident);
  const showError = useShowError();
  const join = useCommand('joinIncident', { onError: showError('You did not join') });
  const pending = usePendingCommand('joinIncident', { incidentId: incident.id });
  if (incident.people.includes(me.id) || !isLive(incident)) return null;
  if (pending) return <WaitingMark state={pending.state} sending="Joining…" />;
  return (
    <Button
      variant="primary"
      disabledReason={!may.allowed && may.reason}
      onClick={() => join.mutate({ incidentId: incident.id })}
    >
      I’m on it
    </Button>
  );
}

/** Why nothing can be done with a timeline; false: it is there. */
function useTimelineReason(incidentId: string): string | false {
  const timeline = useTimeline(incidentId);
  if (timeline.error) return 'The timeline can’t be read.';
  return !timeline.data && 'The timeline is still being read.';
}

interface FindButtonProps {
  readonly incidentId: string;
  readonly onFind: () => void;
}

const FindButton = ({ incidentId, onFind }: FindButtonProps) => (
  <IconButton
    label="Find in the timeline"
    shortcut="mod+f"
    icon={<Search className="icon" />}
    disabledReason={useTimelineReason(incidentId)}
    onClick={onFind}
  />
);

function MoreMenu({ incident }: { readonly incident: Incident }) {
  const [merging, setMerging] = useState(false);
  const may = useMayRun()('mergeIncidents', incident);
  const toasts = useToasts();
  const people = usePeople();
  const { severityNames } = useSettings();
  const { zone } = useZones();
  const timeline = useTimeline(incident.id);

  const notWhole = useTimelineReason(incident.id);

  const copy = (what: string, text: string) =>
    void navigator.clipboard.writeText(text).then(
      () => toasts.done(`${what} was copied`),
      () =>
        toasts.error(
          `${what} was not copied`,
          'The browser refused. Allow it to use the clipboard, then try again.',
        ),
    );
  const addressOf = useAddressOf();
  const [exporting, setExporting] = useState(false);
  const context: MarkdownContext = {
    name: people.name,
    severityName: (severity) => severityNames[severity],
    zone,
  };
  const copyTimeline = (text: string) => copy('The timeline', text);
  const copyMarkdown = () => {
    const { data } = timeline;
    const isWhole = data?.before === 'end' && data.after === 'end';
    if (!isWhole) return setExporting(true);
    const events = data.items.map(({ value }) => value);
    return copyTimeline(timelineMarkdown(incident, events, context));
  };
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton label="More" icon={<Ellipsis className="icon" />} />}
        sections={[
          {
            items: [
              {
                id: 'markdown',
                label: 'Copy as Markdown',
                hint: 'The whole timeline',
                disabledReason: notWhole,
                onSelect: copyMarkdown,
              },
              {
                id: 'link',
                label: 'Copy link',
                onSelect: () => copy('The link', addressOf(links.incident(incident.number))),
              },
            ],
          },
          {
            items: [
              {
                id: 'merge',
                label: 'Merge into another incident…',
                disabledReason: isLive(incident)
                  ? !may.allowed && may.reason
                  : `This incident is ${incident.status}.`,
                onSelect: () => setMerging(true),
              },
            ],
          },
        ]}
      />
      {exporting ? (
        <Suspense>
          <roomParts.markdown.Component
            incident={incident}
            total={timeline.data?.total ?? null}
            context={context}
            onCopy={copyTimeline}
            onClose={() => setExporting(false)}
          />
        </Suspense>
      ) : null}
      {merging ? (
        <Suspense>
          <roomParts.merge.Component incident={incident} onClose={() => setMerging(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
