import Inbox from 'lucide-react/icons/inbox';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState, ErrorState } from '#src/ui/empty-state.tsx';
import { FileDrop, FileRow } from '#src/ui/file-drop.tsx';
import { MessageText } from '#src/ui/message-text.tsx';
import { ProgressBar } from '#src/ui/progress-bar.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import styles from './gallery.module.css';

const failure = {
  meaning: 'The backend took too long to answer.',
  hidesData: false,
  retry: () => undefined,
};

export default { title: 'Content' };

export const Banners = () => (
  <>
    <Banner kind="offline" action={<Button size="small">Try now</Button>}>
      You are offline. Two things are queued and will be sent when you are back.
    </Banner>
    <Banner kind="announcement" onDismiss={() => undefined}>
      Paging by text message moves to a new vendor on Monday.
    </Banner>
    <Banner kind="info">This team is a demonstration. Nothing leaves this browser.</Banner>
    <Banner kind="danger">Two people in this rota have no device that works.</Banner>
  </>
);

export const EmptyAndFailed = () => (
  <>
    <div className={styles.framed}>
      <EmptyState
        icon={<Inbox className="icon" />}
        title="No alerts yet"
        action={<Button variant="primary">Fire a test alert</Button>}
      >
        Alerts arrive from your monitoring. Fire one to see how it goes.
      </EmptyState>
    </div>
    <div className={styles.framed}>
      <ErrorState
        title="The timeline did not load"
        meaning="The server took longer than 70 seconds to answer."
        advice="What you wrote is kept. Try again in a moment."
        action={<Button>Try again</Button>}
        detail="deadline-exceeded · req_8f21c"
      />
    </div>
  </>
);

export const Queries = () => (
  <>
    <QueryView
      view={{ data: undefined, failure }}
      failed="The alerts can’t be read"
      loading={null}
      size="panel"
    >
      {() => null}
    </QueryView>
    <QueryView view={{ data: { items: ['a'] }, failure }} failed="The tasks can’t be read" loading={null}>
      {() => <p>Roll back the deploy</p>}
    </QueryView>
    <QueryView
      view={{ data: { items: [], fromCache: true }, failure: null }}
      failed="The pages can’t be read"
      loading={null}
      empty={<p>Nobody has been paged.</p>}
    >
      {() => null}
    </QueryView>
  </>
);

export const Loading = () => (
  <>
    <div className={styles.framed}>
      <Skeleton label="Loading incidents" shape="rows" count={4} />
    </div>
    <Skeleton label="Loading text" shape="text" count={3} />
    <ProgressBar label="Uploading trace.json" value={0.62} />
  </>
);

export const MessagesAndFiles = () => (
  <>
    <MessageText>
      {
        'Errors since 09:24 (see https://grafana.example.com/d/checkout).\nTry `curl -I /health`.\n<b>not markup</b>'
      }
    </MessageText>
    <FileDrop label="Add files" hint="Up to 25 MB each" onFiles={() => undefined}>
      <FileRow name="error-rate.png" size={182_400} href="/" />
      <FileRow name="heap.hprof" size={18_240_000} progress={0.4} note="40% of 18.2 MB" />
      <FileRow
        name="core.dump"
        size={31_000_000}
        failed
        note="Too large: 31 MB of 25 MB allowed. Compress it."
      />
    </FileDrop>
  </>
);
