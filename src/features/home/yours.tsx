/** Panel of links to the unfinished work of the signed-in member. */
import { suggestedSeverity } from '#domain/incident/severity.ts';
import type { Page } from '#domain/page/schema.ts';
import { pageTitle } from '#domain/page/joining.ts';
import { links } from '#src/data/links.ts';
import { useSettings } from '#src/data/client/settings.ts';
import { Badge } from '#src/ui/badge.tsx';
import { List, Row } from '#src/ui/list.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { SeverityMark } from '#src/components/severity-mark.tsx';
import { SnoozedUntil } from '#src/components/snoozed-until.tsx';
import { StatusMark } from '#src/components/status-mark.tsx';
import { Ago } from '#src/ui/time.tsx';
import type { MyWork } from './my-work.ts';

export function Yours({ work }: { readonly work: readonly MyWork[] }) {
  return (
    <Panel title="Yours" count={work.length} frame="box" flush>
      <List
        label="Yours"
        main={false}
        items={work}
        getKey={({ id }) => id}
        getHref={(one) =>
          one.kind === 'incident'
            ? links.incident(one.incident.number)
            : one.kind === 'page'
              ? links.alertsOfPage(one.page.id)
              : links.alert(one.alert.id)
        }
        renderRow={(one) => <Line one={one} />}
      />
    </Panel>
  );
}

const joinedDetail = ({ joinedCount = 0 }: Page): string =>
  joinedCount === 0
    ? 'You acknowledged their page'
    : `${joinedCount.toLocaleString('en')} joined since, not acknowledged`;

function Line({ one }: { readonly one: MyWork }) {
  const { severityNames } = useSettings();
  const trail = one.snoozedUntilAt !== null && (
    <Badge>
      <SnoozedUntil at={one.snoozedUntilAt} />
    </Badge>
  );
  if (one.kind === 'page')
    return (
      <Row
        title={pageTitle(one.page, null)}
        detail={joinedDetail(one.page)}
        trail={trail}
        status={<StatusMark of="page" state={one.page.status} />}
        when={<Ago at={one.page.endedAt ?? one.page.createdAt} />}
      />
    );
  const severity = one.kind === 'incident' ? one.incident.severity : suggestedSeverity(one.alert.severity);
  const lead = <SeverityMark severity={severity} name={severityNames[severity]} form="shape" />;
  if (one.kind === 'alert')
    return (
      <Row
        lead={lead}
        title={one.alert.summary}
        detail="Alert"
        trail={trail}
        status={<StatusMark of="alert" state={one.alert.status} />}
        when={<Ago at={one.alert.acknowledgedAt ?? one.alert.lastAt} />}
      />
    );
  const { number, title, status, createdAt } = one.incident;
  return (
    <Row
      lead={lead}
      title={`#${number} ${title}`}
      detail={one.roles.length > 0 ? `You: ${one.roles.join(', ')}` : 'You acknowledged its page'}
      trail={trail}
      status={<StatusMark of="incident" state={status} />}
      when={<Ago at={createdAt} />}
    />
  );
}
