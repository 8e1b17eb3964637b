import { useEffect, useState } from 'preact/hooks';

/** A button that appears under a moving hand is not pressable for this long. */
const armMs = 500;

/** False at first, so that a click or key meant for what was in this place before decides nothing (I15). */
export function useArmed(): boolean {
  const [isArmed, setArmed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), armMs);
    return () => clearTimeout(timer);
  }, []);
  return isArmed;
}
