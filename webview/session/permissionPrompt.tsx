import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { SessionRow } from '../../src/protocol/sessionMessages';
import { Icon } from '../ui/icon';
import { isSubmitKey } from '../ui/keyboard';
import { MarkedText } from '../ui/markedText';
import * as shapes from '../ui/shapes';
import { useArmed } from './armed';
import type { Post } from './sessionPage';
import { words } from './words';

type PermissionRow = Extract<SessionRow, { kind: 'permission' }>;

/** One question whether a call may run. Answered, it folds into one line that says how. */
export function PermissionPrompt({ row, sessionId, post }: { row: PermissionRow; sessionId: string; post: Post }) {
  if (!row.isOpen) {
    return (
      <div class="row answered" tabIndex={-1}>
        <Icon shape={shapes.question} />
        <span class="answered-title">
          <MarkedText text={row.title} />
        </span>
        <span class="tool-state">{row.answerName}</span>
      </div>
    );
  }
  return (
    <div role="group" class="row card permission" aria-label={row.title} tabIndex={-1}>
      <h2 class="card-title">
        <Icon shape={shapes.question} tone="pending" />
        <span>
          <MarkedText text={row.title} />
        </span>
      </h2>
      {row.detail !== '' && (
        <p class="permission-detail">
          <MarkedText text={row.detail} />
        </p>
      )}
      {row.diff.length > 0 && <DiffLines lines={row.diff} />}
      <Answers row={row} sessionId={sessionId} post={post} />
    </div>
  );
}

function Answers({ row, sessionId, post }: { row: PermissionRow; sessionId: string; post: Post }) {
  const [step, setStep] = useState<'asked' | 'rejecting' | 'back'>('asked');
  const [note, setNote] = useState('');
  const isArmed = useArmed();
  const rejectButton = useRef<HTMLButtonElement>(null);
  const noteField = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (step === 'rejecting') noteField.current?.focus();
    if (step === 'back') rejectButton.current?.focus();
  }, [step]);
  const saved = useId();
  const answer = (given: 'allow' | 'allow-always' | 'reject'): void =>
    post({
      type: 'answer-permission',
      sessionId,
      callId: row.callId,
      answer: given,
      note: given === 'reject' ? note.trim() : '',
    });

  if (step === 'rejecting') {
    return (
      <div class="rejection">
        <input
          ref={noteField}
          class="field"
          type="text"
          aria-label={words.rejectNote}
          placeholder={words.rejectNote}
          value={note}
          onInput={(event) => setNote(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (isSubmitKey(event)) answer('reject');
            if (event.key === 'Escape' && !event.isComposing) setStep('back');
          }}
        />
        <div class="card-actions">
          <button type="button" class="button primary" onClick={() => answer('reject')}>
            {words.rejectNow}
          </button>
          <button type="button" class="button secondary" onClick={() => setStep('back')}>
            {words.back}
          </button>
        </div>
      </div>
    );
  }
  const rules = row.alwaysRules;
  const actions = (
    <div class="card-actions">
      <button type="button" class="button primary" disabled={!isArmed} onClick={() => answer('allow')}>
        {words.allow}
      </button>
      {rules.length > 0 && (
        <button
          type="button"
          class="button secondary"
          disabled={!isArmed}
          aria-describedby={saved}
          onClick={() => answer('allow-always')}
        >
          {words.always}
        </button>
      )}
      <button ref={rejectButton} type="button" class="button secondary" onClick={() => setStep('rejecting')}>
        {words.reject}
      </button>
      {row.diff.length > 0 && (
        <button
          type="button"
          class="button quiet"
          onClick={() => post({ type: 'show-edit', sessionId, callId: row.callId })}
        >
          {words.showDiff}
        </button>
      )}
    </div>
  );
  if (rules.length === 0) return actions;
  return (
    <>
      {actions}
      <div class="always-rules" id={saved}>
        {words.alwaysSaves(rules.length)}{' '}
        {rules.map((rule) => (
          <code key={rule}>
            <MarkedText text={rule} />
          </code>
        ))}
      </div>
    </>
  );
}

function DiffLines({ lines }: { lines: PermissionRow['diff'] }) {
  return (
    <div class="diff" role="group" aria-label={words.diff} tabIndex={0}>
      {lines.map((line, at) => (
        <div key={at} class={`diff-line ${line.kind}`}>
          <span class="diff-sign" aria-hidden="true">
            {line.kind === 'added' ? '+' : line.kind === 'removed' ? '−' : ''}
          </span>
          {line.kind !== 'same' && <span class="spoken">{line.kind === 'added' ? words.added : words.removed} </span>}
          <span class="diff-text">
            <MarkedText text={line.text} />
          </span>
        </div>
      ))}
    </div>
  );
}
