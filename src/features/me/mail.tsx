/** The reader's mail: the address that pages come to once it is confirmed, and which other messages come there. */
import { useState } from 'react';
import { type MailChoiceName, mailChoiceNames, mailChoicesOf } from '#domain/mail/choices.ts';
import type { MailReach } from '#api/reads.ts';
import { isPortError } from '#ports/errors.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { domainErrorFrom, explain } from '#src/data/client/errors.ts';
import { useMailSettings } from '#src/data/queries/mail-settings.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { useUnreachableWithout } from '#src/data/queries/unreachable.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { NotSeen } from '#src/ui/not-seen.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Switch } from '#src/ui/switch.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { AskUnreachable } from './ask-unreachable.tsx';
import styles from './me.module.css';

export function MyMail() {
  const { data, error, refetch } = useMailSettings();
  return (
    <Panel title="Mail" frame="box">
      <p className={styles.intro}>
        Pages also come by mail, each with a link that answers it, to an address that you have confirmed.
      </p>
      {data === undefined && isPortError(error, 'unavailable') ? (
        <NotSeen size="panel" />
      ) : error ? (
        <ProblemText text={explain(error)} />
      ) : data === undefined ? (
        <Skeleton label="Loading what you take by mail" shape="rows" count={1} />
      ) : data.offered ? (
        <Mail settings={data} onChanged={() => void refetch()} />
      ) : (
        <p className={styles.muted}>This server sends no mail. Whoever runs it can set it up.</p>
      )}
    </Panel>
  );
}

const choiceTexts: Readonly<Record<MailChoiceName, { readonly label: string; readonly hint: string }>> = {
  notices: {
    label: 'Notices',
    hint: 'Shifts that moved, requests to cover one, and what needs your attention.',
  },
  weeklyDigest: {
    label: 'Weekly digest',
    hint: 'Gaps in your team’s readiness, on Monday morning: for admins and owners.',
  },
  shiftReminders: {
    label: 'Shift reminders',
    hint: 'Before a shift of yours begins, and the state of things when it does.',
  },
};

interface MailProps {
  readonly settings: MailReach;
  onChanged(): void;
}

function Mail({ settings, onChanged }: MailProps) {
  const { address, pendingAddress, pendingFailure, failure } = settings;
  const choices = mailChoicesOf(settings);
  const { user, me } = useTeam();
  const consequence = useUnreachableWithout({ channel: 'mail', target: me.id });
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const changed = () => {
    setTyped('');
    onChanged();
  };
  const save = useCommand('saveMailSettings', { onSuccess: changed });
  const forget = useCommand('forgetMailAddress', { onSuccess: changed });
  const problem = save.error ?? forget.error;
  const fault = domainErrorFrom(problem);
  const addressFault = fault?.code === 'invalid' && fault.field === 'address' ? fault.rule : undefined;
  const busy = save.isPending || forget.isPending;
  const isKnown = address !== null || pendingAddress !== null;
  return (
    <div className={styles.mail}>
      {address !== null && (
        <p>
          Pages come to <strong>{address}</strong>.
        </p>
      )}
      {pendingAddress !== null && (
        <p>
          {pendingFailure === null ? (
            <>
              A link was sent to <strong>{pendingAddress}</strong>. Open it to confirm the address.
            </>
          ) : (
            <>
              The link to confirm <strong>{pendingAddress}</strong> could not be sent. {pendingFailure}
            </>
          )}{' '}
          <Button
            size="small"
            disabledReason={busy && 'Wait for the answer.'}
            onClick={() => save.mutate({ address: pendingAddress, ...choices })}
          >
            Send it again
          </Button>
        </p>
      )}
      {failure !== null && <ProblemText text={`${failure} Enter an address that takes mail.`} />}
      {address !== null && (
        <fieldset className={styles.mailChoices}>
          <legend>Mails beside pages</legend>
          {mailChoiceNames.map((name) => (
            <Switch
              key={name}
              {...choiceTexts[name]}
              checked={choices[name]}
              onChange={(checked) => save.mutate({ address, ...choices, [name]: checked })}
            />
          ))}
          <p className={styles.muted}>Each of these mails has a link that ends mails of its kind.</p>
        </fieldset>
      )}
      <form
        className={styles.mailForm}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ address: typed.trim() === '' ? null : typed.trim(), ...choices });
        }}
      >
        <Field
          label={isKnown ? 'Another address' : 'Address'}
          hint={
            user.email === null
              ? 'A link is sent to it.'
              : `Leave it empty for ${user.email}, the address of your account.`
          }
          error={addressFault}
        >
          <TextInput
            type="email"
            inputMode="email"
            autoComplete="email"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </Field>
        <Button type="submit" busy={save.isPending && 'Saving…'}>
          Use this address
        </Button>
      </form>
      <ProblemText text={problem && addressFault === undefined ? explain(problem) : null} />
      {isKnown && (
        <Button
          variant="quiet"
          busy={forget.isPending && 'Saving…'}
          onClick={() => (consequence === null ? forget.mutate({}) : setAsking(true))}
        >
          Send me nothing by mail
        </Button>
      )}
      <AskUnreachable
        open={asking}
        onOpenChange={setAsking}
        consequence={consequence ?? ''}
        label="Send me nothing anyway"
        onConfirm={() => forget.mutate({})}
      />
    </div>
  );
}
