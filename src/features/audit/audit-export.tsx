/** Filtered entries as a file. */
import { useMutation } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { auditCsv, auditJson } from '#domain/audit/export.ts';
import { useClock } from '#src/data/client/clock.tsx';
import { saveAs } from '#src/data/client/save-as.ts';
import { explain } from '#src/data/client/errors.ts';
import { exportMost, useAuditExport } from '#src/data/queries/audit.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { type AuditFilter, queryOf } from './audit-filter.ts';

const formats = {
  CSV: { type: 'text/csv;charset=utf-8', extension: 'csv', write: auditCsv },
  JSON: { type: 'application/json', extension: 'json', write: auditJson },
} as const;
type Format = keyof typeof formats;

export function AuditExport({ filter }: { readonly filter: AuditFilter }) {
  const { team } = useTeam();
  const clock = useClock();
  const toasts = useToasts();
  const find = useAuditExport();
  const save = useMutation({
    mutationFn: async (format: Format) => {
      const entries = await find(queryOf(filter, team.timezone));
      const { type, extension, write } = formats[format];
      const time = new Date(clock.now()).toISOString().slice(0, 16).replace(':', '');
      saveAs(write(entries), type, `audit-${team.slug}-${time}Z.${extension}`);
      return entries.length;
    },
    networkMode: 'always',
    onSuccess: (count) =>
      toasts.done(
        count >= exportMost
          ? `The newest ${count} entries are in the file`
          : `${count} entries are in the file`,
        count >= exportMost ? 'Filter by time to get the others.' : undefined,
      ),
    onError: (error) => toasts.error('The audit was not exported', explain(error)),
  });
  return (Object.keys(formats) as Format[]).map((format) => (
    <Button
      key={format}
      icon={<Download className="icon" />}
      busy={save.isPending && save.variables === format && 'Reading…'}
      onClick={() => save.mutate(format)}
    >
      {format}
    </Button>
  ));
}
