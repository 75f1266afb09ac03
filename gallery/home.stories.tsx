import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { Avatar, AvatarStack } from '#src/components/avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { List, Row } from '#src/ui/list.tsx';
import { DefinitionList, FigureTile, PageHeader, Panel } from '#src/ui/panel.tsx';
import { SeverityMark } from '#src/components/severity-mark.tsx';
import { StatusMark } from '#src/components/status-mark.tsx';
import { Ago, Countdown } from '#src/ui/time.tsx';
import styles from './gallery.module.css';
import {
  incidents,
  sampleMinute,
  sampleNow,
  samplePeople,
  samplePerson,
  SampleFrame,
  severityNames,
} from './samples.tsx';

export default { title: 'Screens/Home', parameters: { layout: 'fullscreen' } };

export function Home() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['217']));
  return (
    <SampleFrame current="home">
      <PageHeader
        title="One page needs you"
        description="Three incidents are live. Everything else is quiet."
        actions={
          <Button variant="primary" icon={<Plus className="icon" />} shortcut="c">
            Declare incident
          </Button>
        }
      />
      <div className={styles.pageRow}>
        <StatusMark of="page" state="notifying" />
        <span>
          <strong>Checkout error rate above 5%</strong>
          <br />
          Escalates to Lin in <Countdown to={sampleNow + 4.2 * sampleMinute} />
        </span>
        <Button>Can’t take it</Button>
        <Button variant="signal" shortcut="a">
          Acknowledge
        </Button>
      </div>
      <div className={styles.figures}>
        <FigureTile label="Time to acknowledge" value="1:48" unit="min" note="median of 14 pages this week" />
        <FigureTile label="Time to resolve" value="42" unit="min" note="median of 6 incidents" />
        <FigureTile label="Pages at night" value="3" note="of 14 this week" />
        <FigureTile label="Reachable" value="92" unit="%" note="11 of 12 devices" />
      </div>
      <div className={styles.columns}>
        <Panel
          title="Live incidents"
          count={3}
          flush
          actions={
            <Button size="small" variant="quiet">
              All incidents
            </Button>
          }
        >
          <List
            label="Incidents"
            items={incidents}
            getKey={(incident) => String(incident.number)}
            getHref={(incident) => `/incidents/${incident.number}`}
            getTone={(incident) =>
              incident.number === 218 ? 'signal' : incident.state === 'closed' ? 'muted' : undefined
            }
            selection={{ selected, onChange: setSelected, getName: (incident) => incident.title }}
            renderRow={(incident) => (
              <Row
                lead={
                  <SeverityMark
                    severity={incident.severity}
                    name={severityNames[incident.severity]}
                    form="short"
                  />
                }
                title={incident.title}
                detail={incident.service}
                trail={<AvatarStack people={samplePeople.slice(3, 5)} size="small" />}
                status={<StatusMark of="incident" state={incident.state} />}
                when={<Ago at={incident.at} />}
              />
            )}
          />
        </Panel>
        <Panel title="On call now">
          <DefinitionList
            items={[
              { term: 'Payments', value: <Oncall id="ines" until="until Mon 09:00, then Lin" /> },
              { term: 'Search', value: <Oncall id="tomasz" until="until Sun 21:00, then Jun" /> },
              { term: 'Accounts', value: <Oncall id="amara" until="until Mon 09:00, then Sofia" /> },
            ]}
          />
        </Panel>
      </div>
    </SampleFrame>
  );
}

function Oncall({ id, until }: { readonly id: string; readonly until: string }) {
  return (
    <span className={styles.cluster}>
      <Avatar person={samplePerson(id)} decorative size="small" />
      <span>{samplePerson(id).name}</span>
      <span>{until}</span>
    </span>
  );
}
