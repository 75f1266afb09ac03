/** Texts of feeds, kept by the revisions that they were made of: a program asks every few minutes for what seldom changes. */
import type { ServerDocs } from '#ports/server/server.ts';

interface FeedText {
  /** Revisions of everything in it. */
  readonly madeOf: string;
  readonly text: string;
}

/** Characters of all texts together. */
const mostCharacters = 16_000_000;

class FeedTexts {
  /** By feed, the one that was asked for longest ago first. */
  private readonly texts = new Map<string, FeedText>();
  private characters = 0;

  async get(feedId: string, madeOf: string, make: () => Promise<string>): Promise<string> {
    const kept = this.texts.get(feedId);
    const text = kept?.madeOf === madeOf ? kept.text : await make();
    this.remove(feedId);
    this.texts.set(feedId, { madeOf, text });
    this.characters += text.length;
    for (const oldest of this.texts.keys()) {
      if (this.characters <= mostCharacters) break;
      this.remove(oldest);
    }
    return text;
  }

  private remove(feedId: string): void {
    this.characters -= this.texts.get(feedId)?.text.length ?? 0;
    this.texts.delete(feedId);
  }
}

const byStore = new WeakMap<ServerDocs, FeedTexts>();

/** The texts of this process, of one store of documents. */
export function feedTextsOf(docs: ServerDocs): FeedTexts {
  const known = byStore.get(docs) ?? new FeedTexts();
  byStore.set(docs, known);
  return known;
}
