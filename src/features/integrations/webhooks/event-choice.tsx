/** The events that a webhook is sent, by what they are about. */
import { type Control, useController } from 'react-hook-form';
import { webhookEventTypes, type WebhookFormat } from '#domain/webhook/fields.ts';
import { Checkbox } from '#src/ui/switch.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { eventGroups, eventNames, type WebhookValues } from './webhook-values.ts';
import styles from './webhooks.module.css';

interface EventChoiceProps {
  readonly control: Control<WebhookValues>;
  readonly format: WebhookFormat;
}

export function EventChoice({ control, format }: EventChoiceProps) {
  const { field, fieldState } = useController({ control, name: 'events' });
  const chosen = new Set(field.value);
  return (
    <div className={styles.groups}>
      {eventGroups(format).map(({ name, types }) => (
        <fieldset key={name} className={styles.group}>
          <legend>{name}</legend>
          {types.map((type) => (
            <Checkbox
              key={type}
              label={eventNames[type]}
              checked={chosen.has(type)}
              onChange={(checked) =>
                field.onChange(webhookEventTypes.filter((one) => (one === type ? checked : chosen.has(one))))
              }
            />
          ))}
        </fieldset>
      ))}
      <ProblemText text={fieldState.error?.message ?? null} />
    </div>
  );
}
