/** My Slack user, which acts for me: linked by a code that this browser draws and I type in Slack. */
import { useState } from 'react';
import { slackCodeBytes, slackCodeDigest, slackCodeFrom } from '#api/slack-code.ts';
import { settingsLimits } from '#domain/settings-limits.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { useConnected } from '#src/data/client/connection.ts';
import { explain } from '#src/data/client/errors.ts';
import { useMySlackLink, useSlackApp } from '#src/data/queries/slack.ts';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { Time } from '#src/ui/time.tsx';
import styles from './me.module.css';

/** Nothing where the team takes no commands from Slack. */
export function MySlack() {
  const isConnected = Boolean(useSlackApp().data);
  return isConnected ? <SlackLinking /> : null;
}

function SlackLinking() {
  const { data } = useMySlackLink();
  const [code, setCode] = useState<string | null>(null);
  const offline = useConnected() === false && 'Only while connected: a code is good for minutes.';
  const start = useCommand('linkSlackUser');
  const end = useCommand('linkSlackUser');
  const linkedAt = data?.value.linkedAt ?? null;
  const waits = code !== null && data?.value.codeDigest === slackCodeDigest(code);
  const problem = start.error ?? end.error;
  const draw = () => {
    const drawn = slackCodeFrom(crypto.getRandomValues(new Uint8Array(slackCodeBytes)));
    start.mutate({ digest: slackCodeDigest(drawn) }, { onSuccess: () => setCode(drawn) });
  };
  return (
    <Panel title="Slack" frame="box">
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
    </Panel>
  );
}
