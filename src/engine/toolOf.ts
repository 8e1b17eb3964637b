import { parametersOf, parseArguments, type ArgumentsOf, type ArgumentsSchema } from '../protocol/toolArguments';
import type { Invocation, Tool } from './tool';

/** A tool of ours: what it takes is said once, for the model that is told and for the check (T1). */
export function toolOf<S extends ArgumentsSchema>({
  name,
  description,
  schema,
  faultOf,
  invocation,
  ...traits
}: ToolDescription<S>): Tool {
  return {
    ...traits,
    declaration: { name, description, parameters: parametersOf(schema) },
    build: (written) => {
      const parsed = parseArguments(schema, name, written);
      if (parsed.state === 'invalid') return { state: 'invalid', text: parsed.fault };
      const fault = faultOf?.(parsed.args);
      return fault === undefined
        ? { state: 'built', invocation: invocation(parsed.args) }
        : { state: 'invalid', text: fault };
    },
  };
}

interface ToolDescription<S extends ArgumentsSchema> extends Pick<
  Tool,
  'aliases' | 'isReadOnly' | 'mayRunBeside' | 'isSequential'
> {
  readonly name: string;
  /** For the model. */
  readonly description: string;
  readonly schema: S;
  /** What is wrong with arguments that fit the schema, for the model. */
  readonly faultOf?: ((args: ArgumentsOf<S>) => string | undefined) | undefined;
  readonly invocation: (args: ArgumentsOf<S>) => Invocation;
}
