import { useState } from 'react';
import { PageAlarm } from '#src/components/page-alarm.tsx';
import { sampleMinute, sampleNow, SampleFrame } from './samples.tsx';

export function AlarmView() {
  const [busy, setBusy] = useState<'acknowledge' | 'cannot' | undefined>();
  const failed = new URLSearchParams(location.search).has('error');
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
        error={
          failed
            ? 'Not acknowledged: the server did not answer. The page is still escalated. Try again, or call Lin.'
            : undefined
        }
        onAcknowledge={() => setBusy('acknowledge')}
        onCantTakeIt={() => setBusy('cannot')}
      />
    </>
  );
}
