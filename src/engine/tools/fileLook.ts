import type { CancelSignal } from '../../core/cancelSignal';
import type { EnginePorts } from '../enginePorts';
import { failed, type Invocation, type ToolDone } from '../tool';
import { placeOf, type FoundPlace } from './placeOf';

/** A call that looks at one place and changes nothing, so it needs nobody's leave. */
export function fileLook(
  path: string,
  ports: EnginePorts,
  lookAt: (place: FoundPlace, signal: CancelSignal) => Look | Fault,
): Invocation {
  return {
    kind: 'info',
    permission: () => 'allow',
    prepare: async (signal) => {
      const place = await placeOf(path, ports);
      if (place.kind === 'refused') return { state: 'ended', result: failed(place.text) };
      const look = lookAt(place, signal);
      if ('fault' in look) return { state: 'ended', result: failed(look.fault) };
      return { state: 'ready', title: look.title, execute: async (mayStart) => mayStart() ?? (await look.take()) };
    },
  };
}

interface Look {
  /** One line: what is looked at. */
  readonly title: string;
  take(): Promise<ToolDone>;
}

/** Why there is nothing to look at there, for the model. */
interface Fault {
  readonly fault: string;
}
