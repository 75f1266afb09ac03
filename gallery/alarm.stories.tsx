import { useState } from 'react';
import { PageAlarm } from '#src/components/page-alarm.tsx';
import { sampleMinute, sampleNow, SampleFrame } from './samples.tsx';

export default { title: 'Screens/Alarm', parameters: { layout: 'fullscreen' } };

function Sample({ error }: { readonly error?: string }) {
  const [busy, setBusy] = useState<'acknowledge' | 'cannot' | undefined>();
  return (
    <>
      <SampleFrame current="home">
        <p>Behind the alarm.</p>
      </SampleFrame>
      <PageAlarm
        title="Checkout error rate above 5% for 10 minutes"
        detail="Payments · checkout-api in eu-central-1 · 33% of requests fail"
        severity="SEV1"
        severityName="Critical"
        since={sampleNow - 47_000}
        consequence={{ text: 'Escalates to Lin in', at: sampleNow + 4.2 * sampleMinute }}
        more={2}
        busy={busy}
        error={error}
        onAcknowledge={() => setBusy('acknowledge')}
        onCantTakeIt={() => setBusy('cannot')}
      />
    </>
  );
}

export const Page = () => <Sample />;

export const PageNotAcknowledged = () => (
  <Sample error="Not acknowledged: the server did not answer. The page is still escalated. Try again, or call Lin." />
);
