import { shellVerdict, staysInFolder } from '../../core/shellPolicy';
import { shellArgumentsSchema } from '../../protocol/toolArguments';
import type { EnginePorts } from '../enginePorts';
import type { Shell, ShellEnd } from '../shell';
import { done, failed, type Tool, type ToolDone } from '../tool';
import { toolOf } from '../toolOf';

/** Runs a line in a shell, in the workspace folder. */
export function shellTool(ports: EnginePorts, shell: Shell): Tool {
  return toolOf({
    name: 'shell',
    description:
      'Runs a command in a shell, in the workspace folder, and gives its output and exit code. Long output is cut in the middle. It cannot answer questions, so give options that ask none. In Plan mode commands that only read may run, those that write are refused, and a person is asked about all others.',
    schema: shellArgumentsSchema,
    aliases: ['bash', 'run_shell_command', 'run_command'],
    isReadOnly: false,
    faultOf: ({ command }) => (command.trim() === '' ? '"command" is empty; there is nothing to run.' : undefined),
    invocation: ({ command, timeout_s: timeoutS = 600 }) => {
      const verdict = shellVerdict(command, shell.kind);
      return {
        kind: 'execute',
        // A folder that is not trusted may bring settings by which even a command that reads runs a program.
        permission: () =>
          verdict === 'read-only' && ports.register.isTrusted && staysInFolder(command, shell.kind) ? 'allow' : 'ask',
        planShell: () => verdict,
        prepare: (signal) =>
          Promise.resolve({
            state: 'ready',
            title: `Run ${command}`,
            execute: async (mayStart, callId) => {
              const ended = mayStart();
              if (ended) return ended;
              const end = await shell.run(command, {
                callId,
                cwd: ports.cwd,
                signal,
                timeoutMs: timeoutS * 1000,
                onOutput: (text) => ports.onToolOutput?.(callId, text),
              });
              return resultOf(end, timeoutS);
            },
          }),
      };
    },
  });
}

function resultOf(end: ShellEnd, timeoutS: number): ToolDone {
  switch (end.state) {
    case 'not-started':
      return failed(`The command could not be started: ${end.why}`);
    case 'timed-out':
      return failed(
        withOutput(`The command was stopped after ${timeoutS} seconds. What it did by then stands.`, end.output),
      );
    case 'cancelled':
      return {
        outcome: 'cancelled',
        text: withOutput(
          end.because === 'terminal-closed'
            ? 'The terminal in which the command ran was closed, and the command was stopped with it. What it did by then stands.'
            : 'The person stopped the command while it ran. What it did by then stands.',
          end.output,
        ),
        stopTurn: true,
      };
    case 'exited':
      if (end.code === 0) return done(end.output === '' ? '[No output. Exit code 0.]' : end.output);
      return failed(withOutput(howItEnded(end.code), end.output));
  }
}

function howItEnded(code: number | 'signal' | 'unknown'): string {
  switch (code) {
    case 'signal':
      return 'The command was ended by a signal.';
    case 'unknown':
      return 'The command has ended, and its exit code is not known.';
    default:
      return `Exit code ${code}.`;
  }
}

function withOutput(what: string, output: string): string {
  return output === '' ? `${what} There was no output.` : `${what} Output:\n${output}`;
}
