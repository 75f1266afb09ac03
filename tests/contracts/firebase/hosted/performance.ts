/** Performance logging: records arrive in batches; a configuration of the service's own decides how many. */
import { http, HttpResponse } from 'msw';
import type { HostedNetwork } from './network.ts';

interface Batch {
  readonly log_event: readonly { readonly source_extension_json_proto3: string }[];
}

export class HostedPerformance {
  private readonly network: HostedNetwork;
  readonly batches: Batch[] = [];
  /** The next batch is answered as if the service were down. */
  failing = 0;

  constructor(network: HostedNetwork) {
    this.network = network;
  }

  /** Events received so far, as they were sent. */
  events(): readonly Readonly<Record<string, unknown>>[] {
    return this.batches
      .flatMap(({ log_event }) => log_event)
      .map((event) => JSON.parse(event.source_extension_json_proto3) as Readonly<Record<string, unknown>>);
  }

  handlers() {
    return [
      http.post(
        'https://firebaseremoteconfig.googleapis.com/v1/projects/:project/namespaces/fireperf\\:fetch',
        ({ request }) => {
          this.network.reach(request);
          return HttpResponse.json({
            entries: { fpr_enabled: 'true', fpr_vc_trace_sampling_rate: '1' },
            state: 'UPDATE',
          });
        },
      ),
      http.post('https://firebaselogging-pa.googleapis.com/v1/firelog/legacy/log', async ({ request }) => {
        if (this.failing > 0) {
          this.failing--;
          return HttpResponse.error();
        }
        this.batches.push((await request.json()) as Batch);
        return HttpResponse.json({ nextRequestWaitMillis: '1000' });
      }),
    ];
  }
}
