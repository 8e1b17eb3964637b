import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../ui/button';
import { sendChord } from './sendChord';
import { keyRows, words } from './words';

/** The keys of the page. It takes the focus and gives it back. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    box.current?.querySelector('button')?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div class="key-help" role="dialog" aria-label={words.keyHelp} ref={box}>
      <dl>
        {keyRows(sendChord).map(([key, meaning]) => (
          <div key={key}>
            <dt>
              {key.split(' ').map((part) => (
                <kbd key={part}>{part}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <Button onPress={onClose}>{words.close}</Button>
    </div>
  );
}
