import { useEffect, useState } from 'preact/hooks';
import { armMs } from '../ui/armMs';

/** False at first, so that a click or key meant for what was in this place before decides nothing (I15). */
export function useArmed(): boolean {
  const [isArmed, setArmed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), armMs);
    return () => clearTimeout(timer);
  }, []);
  return isArmed;
}
