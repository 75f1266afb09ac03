/** The screen of one entity of a list: loading, failed, unreadable, not there (with a link to all of them), or the entity. */
import type { ReactNode } from 'react';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Link } from '#src/ui/link.tsx';
import { QueryView, type QueryViewProps } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';

interface ListData {
  readonly items: readonly { readonly value: { readonly id: string } }[];
  /** Paths of records that can't be read. */
  readonly unreadable: readonly string[];
  readonly fromCache: boolean;
}

type EntityOf<D extends ListData> = D['items'][number]['value'];

export interface EntityViewProps<D extends ListData> {
  /** The list that it is in. */
  readonly view: QueryViewProps<D>['view'];
  readonly id: string;
  /** "policy". */
  readonly noun: string;
  /** Name and address of the screen of all: "All policies". */
  readonly all: { readonly label: string; readonly href: string };
  /** Reason why there may be none of this id. Default: removed, or of another team. */
  readonly missing?: string;
  /** Rows of the skeleton. Default 4. */
  readonly rows?: number;
  readonly children: (entity: EntityOf<D>, data: D) => ReactNode;
}

export function EntityView<D extends ListData>({
  view: { data, failure },
  id,
  noun,
  all,
  missing = 'It was removed, or the link is of another team.',
  rows = 4,
  children,
}: EntityViewProps<D>) {
  const shown = data && { data, fromCache: data.fromCache, items: entitiesOf(data, id) };
  const unreadable = data?.unreadable.some((path) => path.endsWith(`/${id}`)) ?? false;
  return (
    <QueryView
      view={{ data: shown, failure }}
      failed={`The ${noun} can’t be read`}
      loading={<Skeleton label={`Loading the ${noun}`} shape="rows" count={rows} />}
      empty={
        <EmptyState
          title={unreadable ? `This ${noun} can’t be shown` : `There is no such ${noun}`}
          action={
            <Link href={all.href} look="button">
              {all.label}
            </Link>
          }
        >
          {unreadable
            ? 'It was written by a newer version, or is damaged. Reload; if it stays, an admin can see it under Diagnostics.'
            : missing}
        </EmptyState>
      }
      size="screen"
    >
      {(found) => found.items.map((entity) => children(entity, found.data))}
    </QueryView>
  );
}

const entitiesOf = <D extends ListData>({ items }: D, id: string): readonly EntityOf<D>[] =>
  items.map(({ value }) => value).filter((value) => value.id === id);
