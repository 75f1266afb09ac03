/** Effects of a page's changes. */
import type { Changed } from '../transition.ts';
import type { Page } from './schema.ts';

/** The alerts of these members pass on to `to`; null: nobody has acknowledged the page, and the alerts are open again. */
export interface Release {
  readonly pageId: string;
  readonly from: readonly string[];
  readonly to: string | null;
  /** Time at which `to` acknowledged the page; null for no `to`. */
  readonly toSince: number | null;
}

export type PageEffect =
  | {
      readonly kind: 'notify';
      readonly pageId: string;
      readonly userId: string;
      readonly urgency: Page['urgency'];
      readonly at: number;
      /** Time after which the notification is stale: the page has moved on. */
      readonly expiresAt: number;
    }
  /** Withdrawal of notifications that the page no longer needs. */
  | { readonly kind: 'settle'; readonly pageId: string; readonly userIds: readonly string[] }
  /** The page's subject counts as acknowledged too. */
  | { readonly kind: 'acknowledge-subject'; readonly subject: Page['subject']; readonly userId: string }
  /** The alert of the page passes on with it: `release.ts`. */
  | {
      readonly kind: 'release-alert';
      readonly alertId: string;
      readonly by: string;
      readonly release: Release;
    };

export type PageChanged = Changed<Page, PageEffect>;
