import { MemorySessionLog } from '../../../src/session/memorySessionLog';
import { Session } from '../../../src/session/session';
import { isSessionEntry, type LogEntry } from '../../../src/session/sessionCodec';
import { aHeader, aPlatform } from '../../session/support/platform';
import { anEngine, type EngineOptions } from './anEngine';

/** A real session with the built-in agent over a scripted model: a new one in Plan, or the one that the entries tell. */
export async function anEngineSession(options: EngineOptions = {}, entries?: readonly LogEntry[]) {
  const log = new MemorySessionLog();
  for (const entry of entries ?? []) if (isSessionEntry(entry)) await log.append(entry);
  const ports = { ...aPlatform({ prefix: entries === undefined ? 'id' : 'later' }), log };
  const session = await (entries === undefined
    ? Session.create(ports, aHeader)
    : Session.restore(ports, aHeader, entries));
  const engine = anEngine({
    ...options,
    ports: {
      register: session.register,
      gate: session.gate,
      leaderGate: session.leaderGate,
      history: () => session.history,
      ...options.ports,
    },
  });
  session.attach(engine.agent);
  return { session, engine, log };
}
