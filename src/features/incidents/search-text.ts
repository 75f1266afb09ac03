/** The text of a timeline entry that is searched: what is shown without its author and time. */
import { sentenceOf } from '#domain/timeline/labels.ts';
import type { TimelineEvent } from '#domain/timeline/schema.ts';
import type { MemberDirectory } from '#src/data/queries/team.tsx';
import { sentenceText } from './sentence.tsx';

/** Empty for a withdrawn comment. */
export function searchText(event: TimelineEvent, people: Pick<MemberDirectory, 'name'>): string {
  if (event.kind === 'withdrawn') return '';
  return event.kind === 'comment' ? event.body : sentenceText(sentenceOf(event), people);
}
