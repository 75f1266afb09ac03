/** The domain's sentences on a screen: names, marks and links in their place. */
import { Fragment } from 'react';
import type { Sentence as Parts, SentencePart } from '#domain/timeline/labels.ts';
import { links } from '#src/data/links.ts';
import { useSettings } from '#src/data/client/settings.ts';
import type { MemberDirectory } from '#src/data/queries/team.tsx';
import { Link } from '#src/ui/link.tsx';
import { SeverityMark } from '#src/components/severity-mark.tsx';
import { StatusMark } from '#src/components/status-mark.tsx';

import { longDuration } from './labels.ts';

export interface SentenceProps {
  readonly parts: Parts;
  readonly people: Pick<MemberDirectory, 'name'>;
}

export function TimelineSentence({ parts, people }: SentenceProps) {
  return parts.map((part, index) => (
    // A sentence never changes its parts: their place is their identity.
    <Fragment key={`${index} ${part.kind}`}>
      <PartView part={part} people={people} />
    </Fragment>
  ));
}

function PartView({
  part,
  people,
}: {
  readonly part: SentencePart;
  readonly people: SentenceProps['people'];
}) {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'person':
      return <strong>{people.name(part.userId)}</strong>;
    case 'quote':
      return <q>{part.text}</q>;
    case 'severity':
      return <NamedSeverity severity={part.severity} />;
    case 'status':
      return <StatusMark of="incident" state={part.status} />;
    case 'duration':
      return <strong className="tabular">{longDuration(part.milliseconds)}</strong>;
    case 'link':
      return <LinkView part={part} />;
  }
}

/** Text without marks and links. */
export function sentenceText(parts: Parts, people: SentenceProps['people']): string {
  return parts.map((part) => partText(part, people)).join('');
}

function partText(part: SentencePart, people: SentenceProps['people']): string {
  switch (part.kind) {
    case 'person':
      return people.name(part.userId);
    case 'severity':
      return part.severity;
    case 'status':
      return part.status;
    case 'duration':
      return longDuration(part.milliseconds);
    default:
      return part.text;
  }
}

function NamedSeverity({
  severity,
}: {
  readonly severity: Extract<SentencePart, { kind: 'severity' }>['severity'];
}) {
  const { severityNames } = useSettings();
  return <SeverityMark severity={severity} name={severityNames[severity]} />;
}

function LinkView({ part }: { readonly part: Extract<SentencePart, { kind: 'link' }> }) {
  if (part.to === 'alert')
    return (
      <Link href={links.alert(part.id)} look="text">
        {part.text}
      </Link>
    );
  if (part.to === 'incident')
    return (
      <Link href={links.incident(Number(part.text.replace('#', '')))} look="text">
        {part.text}
      </Link>
    );
  // Tasks, files and pages stand beside the timeline.
  return part.to === 'page' ? part.text : <strong>{part.text}</strong>;
}
