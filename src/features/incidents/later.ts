/** Dialogs of the room, which its first screen does without: one script. */
export { LinkAlertsDialog } from './link-alerts-dialog.tsx';
export { MarkdownDialog } from './markdown-dialog.tsx';
export { MergeDialog } from './merge-dialog.tsx';
export { PageDialog } from './page-dialog.tsx';
export { StatusDialog } from './status-dialog.tsx';
