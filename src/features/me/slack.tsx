/** My Slack user, which acts for me: linked by a code that this browser draws and I type in Slack. */
import { useState } from 'react';
import { slackCodeBytes, slackCodeDigest, slackCodeFrom } from '#api/slack-code.ts';
import { settingsLimits } from '#domain/settings-limits.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { useConnected } from '#src/data/client/connection.ts';
import { explain } from '#src/data/client/errors.ts';
import { useView } from '#src/data/client/view.ts';
import { type MySlackLink, useMySlackLink, useSlackApp } from '#src/data/queries/slack.ts';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { NotSeen } from '#src/ui/not-seen.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { QueryProblem } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';
import styles from './me.module.css';

/** Nothing where the team takes no commands from Slack. */
export function MySlack() {
  const { data: app, failure } = useView(useSlackApp());
  if (!app && (!failure || failure.notSeen)) return null;
  return (
    <Panel title="Slack" frame="box">
      {app ? (
        <SlackUser />
      ) : failure ? (
        <QueryProblem title="Whether Slack is connected can’t be read" failure={failure} />
      ) : null}
    </Panel>
  );
}

function SlackUser() {
  const { data, failure } = useView(useMySlackLink());
  if (data !== undefined && !failure?.hidesData) return <SlackLinking link={data} />;
  if (failure?.notSeen) return <NotSeen size="panel" />;
  return failure ? (
    <QueryProblem title="Your Slack user can’t be read" failure={failure} />
  ) : (
    <Skeleton label="Loading your Slack user" shape="rows" count={1} />
  );
}

function SlackLinking({ link }: { readonly link: MySlackLink }) {
  const [code, setCode] = useState<string | null>(null);
  const offline = useConnected() === false && 'Only while connected: a code is good for minutes.';
  const start = useCommand('linkSlackUser');
  const end = useCommand('linkSlackUser');
  const linkedAt = link?.value.linkedAt ?? null;
  const waits = code !== null && link?.value.codeDigest === slackCodeDigest(code);
  const problem = start.error ?? end.error;
  const draw = () => {
    const drawn = slackCodeFrom(crypto.getRandomValues(new Uint8Array(slackCodeBytes)));
    start.mutate({ digest: slackCodeDigest(drawn) }, { onSuccess: () => setCode(drawn) });
  };
  return (
    <>
      <p className={styles.intro}>
        {linkedAt === null ? (
          'Link your Slack user, and what it does with /muster and buttons is done in your name.'
        ) : (
          <>
            What your Slack user does with /muster and buttons is done in your name, since{' '}
            <Time at={linkedAt} form="moment" />. It ends when you sign out everywhere.
          </>
        )}
      </p>
      {waits ? (
        <p>
          Type in Slack, within {settingsLimits.slackCodeMinutes} minutes: <code>/muster link {code}</code>{' '}
          <CopyButton text={`/muster link ${code}`} label="Copy the command" />
        </p>
      ) : null}
      <div className={styles.actions}>
        <Button disabledReason={offline} busy={start.isPending && 'Making a code…'} onClick={draw}>
          {linkedAt === null ? 'Link Slack' : 'Link another Slack user'}
        </Button>
        {linkedAt === null ? null : (
          <Button
            variant="quiet"
            busy={end.isPending && 'Ending…'}
            onClick={() => end.mutate({ digest: null }, { onSuccess: () => setCode(null) })}
          >
            End the link
          </Button>
        )}
      </div>
      <ProblemText text={problem ? explain(problem) : null} />
    </>
  );
}
