import { useEffect, useRef, useState } from 'preact/hooks';
import type { DraftComment, ReviewAct, ReviewView } from '../../src/protocol/reviewMessages';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { isComposing, isPlainKey, isSendChord } from '../ui/keyboard';
import * as shapes from '../ui/shapes';
import { useAnswer } from './answer';
import { useArmed } from './armed';
import { LostNotice } from './lostNotice';
import { NoteField } from './noteField';
import { sendChord } from './sendChord';
import { words } from './words';

type Choice = ReviewView['choices'][number];

/**
 * The decision. Always on the page. Invariant: only a click or the chord, both while the page has been up and in focus for
 * the arm time, sends a decision; Enter never approves. The bar says what the host says, never what it hopes for.
 */
export function DecisionBar({
  view,
  isLost,
  note,
  comments,
  preview,
  post,
  onNote,
  onLeaveNote,
  onHelp,
}: DecisionBarProps) {
  const armed = useArmed();
  const answer = useAnswer(view, post, isLost);
  const bar = useRef<HTMLElement>(null);
  const [isNoteOpen, setNoteOpen] = useState(false);
  const [hint, setHint] = useState('');
  /** I03: something is written; whether it goes with the approval is asked once more. */
  const [unsure, setUnsure] = useState<Choice | undefined>(undefined);
  const isPending = view.status.state === 'pending';
  const problem = view.status.state === 'pending' ? view.status.problem : null;
  const canDecide = isPending && !answer.isSending;
  const isChoosing = isPending && !isNoteOpen;

  const focusOn = (name: string): void => bar.current?.querySelector<HTMLElement>(`[data-name="${name}"]`)?.focus();

  const hasNote = note.trim() !== '';
  const isWritten = hasNote || comments.length > 0;
  const approve = (choice: Choice, how: 'ask' | 'with' | 'without'): void => {
    if (isWritten && how === 'ask') {
      setUnsure(choice);
      return;
    }
    setUnsure(undefined);
    const isSent = how === 'with';
    answer.send(
      { kind: 'approve', target: choice.target, ...(isSent && hasNote ? { note } : {}) },
      isSent ? comments : [],
    );
  };
  const openNote = (): void => {
    setUnsure(undefined);
    setHint('');
    setNoteOpen(true);
  };
  /** Whether an answer counts. Says so where it does not, and stops saying so once one does. */
  const counts = (isMeant: boolean): boolean => {
    setHint(isMeant ? '' : words.notArmed);
    return isMeant;
  };
  const onMeant = (act: () => void) => (click: MouseEvent) => {
    if (counts(armed.isArmedFor(click))) act();
  };

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!canDecide || isNoteOpen) return;
      if (isSendChord(event)) {
        event.preventDefault();
        const focused = document.activeElement?.getAttribute('data-name');
        const choice =
          view.choices.find(({ target }) => target === focused) ?? view.choices.find(({ isDefault }) => isDefault);
        if (counts(armed.isArmed()) && choice !== undefined) approve(choice, unsure === undefined ? 'ask' : 'with');
      } else if (isPlainKey(event)) {
        const choice = view.choices[['1', '2', '3'].indexOf(event.key)];
        if (choice !== undefined) focusOn(choice.target);
        else if (event.key === 'r') openNote();
        else return;
        event.preventDefault();
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });

  const stopEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || isSendChord(event) || isComposing(event)) return;
    const isApproval = event.target instanceof Element && event.target.closest('.approvals') !== null;
    if (!isApproval) return;
    event.preventDefault();
    setHint(words.enterDoesNotApprove(sendChord));
  };

  const warnings = view.choices.filter(({ warning }) => warning !== null);
  return (
    <section class="decision" aria-label={words.decision} ref={bar} onKeyDown={stopEnter}>
      {isLost && <LostNotice />}
      {problem !== null && !answer.isSending && (
        <div class="notice problem" role="alert">
          <Icon shape={shapes.error} />
          <p>{problem}</p>
        </div>
      )}
      {isChoosing && unsure !== undefined && (
        <div class="notice warning" role="alert">
          <Icon shape={shapes.warning} />
          <p>{words.unsent(comments.length, hasNote)}</p>
          <div class="approvals">
            <Button name="to-note" onPress={openNote}>
              {words.toNote}
            </Button>
            <Button name="approve-without" isDisabled={!canDecide} onPress={onMeant(() => approve(unsure, 'without'))}>
              {words.approveWithout}
            </Button>
            <Button
              name="approve-with"
              look="primary"
              isDisabled={!canDecide}
              onPress={onMeant(() => approve(unsure, 'with'))}
            >
              {words.approveWith}
            </Button>
          </div>
        </div>
      )}
      <div class="choosing">
        <StatusLine view={view} isSending={answer.isSending} hint={hint} />
        {isChoosing && (
          <>
            <div class="other-ways">
              <Button name="request-changes" isDisabled={!canDecide} onPress={openNote}>
                {isWritten ? words.requestHas(comments.length, hasNote) : words.requestChanges}
              </Button>
              <Button
                name="dismiss"
                look="plain"
                hint={words.dismissHint}
                isDisabled={!canDecide}
                onPress={onMeant(() => answer.send({ kind: 'dismiss' }, comments))}
              >
                {words.dismiss}
              </Button>
              <Button name="keys" look="plain" hint={words.keys} onPress={onHelp}>
                <span aria-hidden="true">?</span>
                <span class="spoken">{words.keys}</span>
              </Button>
            </div>
            <div class="approvals">
              {view.choices.map((choice, index) => (
                <Button
                  key={choice.target}
                  name={choice.target}
                  look={choice.isDefault ? 'primary' : 'secondary'}
                  hint={choice.detail}
                  describedBy={`detail-${choice.target}`}
                  isDisabled={!canDecide}
                  onPress={onMeant(() => approve(choice, 'ask'))}
                >
                  {choice.warning !== null && <Icon shape={shapes.warning} />}
                  <span>{choice.label}</span>
                  <kbd aria-hidden="true">{index + 1}</kbd>
                  <span class="spoken" id={`detail-${choice.target}`} hidden>
                    {choice.detail} {choice.warning}
                  </span>
                </Button>
              ))}
            </div>
            {warnings.length > 0 && (
              <div class="choice-warnings">
                {warnings.map((choice) => (
                  <p class="choice-warning" key={choice.target}>
                    <Icon shape={shapes.warning} />
                    <span>{choice.warning}</span>
                  </p>
                ))}
              </div>
            )}
          </>
        )}
      </div>
      {isPending && isNoteOpen && (
        <NoteField
          text={note}
          isDisabled={answer.isSending}
          countsClick={(click) => counts(armed.isArmedFor(click))}
          countsKey={() => counts(armed.isArmed())}
          onText={onNote}
          onLeave={onLeaveNote}
          comments={comments}
          preview={preview}
          onPreview={() => post({ type: 'preview', note, comments: [...comments] })}
          onSend={(text) => answer.send({ kind: 'request-changes', note: text }, comments)}
          onBack={() => {
            setNoteOpen(false);
            onLeaveNote();
            // After the field is gone and the button is there again.
            requestAnimationFrame(() => focusOn('request-changes'));
          }}
        />
      )}
    </section>
  );
}

/** One live line: what is the case now, in the host's words where it has said something. */
function StatusLine({ view, isSending, hint }: { view: ReviewView; isSending: boolean; hint: string }) {
  const { status } = view;
  const isBusy = isSending || status.state === 'applying';
  const tone = status.state === 'ended' ? status.tone : 'open';
  const shape = isBusy
    ? shapes.spinner
    : tone === 'done'
      ? shapes.check
      : tone === 'problem'
        ? shapes.error
        : tone === 'kept'
          ? shapes.lock
          : shapes.shield;
  return (
    <div class={`status ${tone}`}>
      <Icon shape={shape} />
      <p role="status">
        <span>{isSending ? words.sending : status.message}</span>
        {hint !== '' && !isSending && <span class="hint"> {hint}</span>}
      </p>
    </div>
  );
}

interface DecisionBarProps {
  readonly view: ReviewView;
  readonly isLost: boolean;
  readonly note: string;
  /** Those that say something. */
  readonly comments: readonly DraftComment[];
  readonly preview: string;
  readonly post: (act: ReviewAct) => void;
  readonly onNote: (text: string) => void;
  readonly onLeaveNote: () => void;
  readonly onHelp: () => void;
}
