/** A long timeline as Markdown: read in pages, then copied or saved. */
import { useEffect, useEffectEvent } from 'react';
import type { Incident } from '#domain/incident/schema.ts';
import { explain } from '#src/data/client/errors.ts';
import { saveAs } from '#src/data/client/save-as.ts';
import { useWholeTimeline } from '#src/data/queries/whole-timeline.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { ProgressBar } from '#src/ui/progress-bar.tsx';
import { type MarkdownContext, timelineMarkdown } from './markdown.ts';
import { amount } from './labels.ts';

export interface MarkdownDialogProps {
  readonly incident: Incident;
  /** Number of entries; null while unknown. */
  readonly total: number | null;
  readonly context: MarkdownContext;
  readonly onCopy: (text: string) => void;
  readonly onClose: () => void;
}

export function MarkdownDialog({ incident, total, context, onCopy, onClose }: MarkdownDialogProps) {
  const whole = useWholeTimeline(incident.id);
  const { events, count } = whole;
  const begin = useEffectEvent(() => whole.read());
  const end = useEffectEvent(() => whole.stop());
  useEffect(() => {
    begin();
    return () => end();
  }, []);
  const text = () => timelineMarkdown(incident, events ?? [], context);
  const of = total === null ? '' : ` of ${amount(total)}`;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="The timeline as Markdown"
      footer={
        <>
          <Button onClick={onClose}>{whole.isReading ? 'Stop' : 'Close'}</Button>
          {whole.error === null ? null : <Button onClick={whole.read}>Try again</Button>}
          <Button
            disabledReason={events === undefined && 'The timeline is not read yet.'}
            onClick={() => saveAs(text(), 'text/markdown', `incident-${incident.number}.md`)}
          >
            Save as a file
          </Button>
          <Button
            variant="primary"
            disabledReason={events === undefined && 'The timeline is not read yet.'}
            onClick={() => {
              onCopy(text());
              onClose();
            }}
          >
            Copy
          </Button>
        </>
      }
    >
      {whole.error === null ? (
        <ProgressBar
          label={
            events ? `${amount(events.length)} entries were read` : `${amount(count)}${of} entries were read`
          }
          value={events ? 1 : total === null ? null : Math.min(1, count / Math.max(1, total))}
        />
      ) : (
        <p role="alert">The timeline can’t be read. {explain(whole.error)}</p>
      )}
    </Dialog>
  );
}
