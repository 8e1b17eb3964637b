import { useState } from 'preact/hooks';
import type { DraftComment } from '../../src/protocol/reviewMessages';
import type { CommentPlace } from './planSelection';

/**
 * The comments that are being written. Each change is handed on at once, so that it is kept; a deleted one can be brought
 * back until the next is deleted.
 */
export function useComments(first: readonly DraftComment[], onChange: (all: DraftComment[]) => void): Comments {
  const [all, setAll] = useState(first);
  const [openId, setOpenId] = useState<string | undefined>(undefined);
  const [deleted, setDeleted] = useState<Deleted | undefined>(undefined);
  const put = (next: readonly DraftComment[]): void => {
    setAll(next);
    onChange([...next]);
  };
  return {
    all,
    openId,
    deleted: deleted?.comment,
    add(on, from = {}) {
      const comment: DraftComment = { id: newId(), kind: 'change', text: '', suggestion: null, on, ...from };
      if (all.some(({ id }) => id === comment.id)) return;
      put([...all, comment]);
      setOpenId(comment.id);
    },
    change(id, to) {
      put(all.map((comment) => (comment.id === id ? { ...comment, ...to } : comment)));
    },
    open: setOpenId,
    close(id) {
      setOpenId(undefined);
      // What was opened and left without a word was not meant.
      if (all.some((comment) => comment.id === id && isEmpty(comment))) put(all.filter((comment) => comment.id !== id));
    },
    remove(id) {
      const at = all.findIndex((comment) => comment.id === id);
      const comment = all[at];
      if (comment === undefined) return;
      setDeleted(isEmpty(comment) ? undefined : { comment, at });
      setOpenId(undefined);
      put(all.filter((other) => other !== comment));
    },
    undo() {
      if (deleted === undefined) return;
      put(all.toSpliced(deleted.at, 0, deleted.comment));
      setDeleted(undefined);
    },
  };
}

export interface Comments {
  readonly all: readonly DraftComment[];
  /** The one that is being edited. */
  readonly openId: string | undefined;
  readonly deleted: DraftComment | undefined;
  readonly add: (on: CommentPlace | null, from?: Partial<DraftComment>) => void;
  change(id: string, to: Partial<Pick<DraftComment, 'kind' | 'text' | 'suggestion'>>): void;
  open(id: string): void;
  close(id: string): void;
  remove(id: string): void;
  /** Brings back what was deleted last. */
  readonly undo: () => void;
}

/** A comment that would tell the agent nothing. */
export function isEmpty({ kind, text, suggestion }: DraftComment): boolean {
  return text.trim() === '' && suggestion === null && kind !== 'delete';
}

interface Deleted {
  readonly comment: DraftComment;
  readonly at: number;
}

let lastId = 0;

/** Unique in its review: the draft of a review is only ever written by one page. */
function newId(): string {
  lastId += 1;
  return `c${Date.now().toString(36)}-${lastId}`;
}
