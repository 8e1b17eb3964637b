import type { Core } from './core';
import { explore, type Visited } from './explore';
import type { Walk } from './gateSteps';
import { GateWorld, walkInvariants } from './gateWorld';

/** Takes a gate every way there is, and looks at all invariants of walks. */
export function everyWayOfAGate(core: Core, life: Omit<Walk, 'steps'>, depth: number): Promise<Visited> {
  const watched = new Set(walkInvariants);
  return explore(() => Promise.resolve(new GateWorld(core, { ...life, steps: [] }, watched)), depth);
}
