/** Types for the tools in TypeScript. */
import type { ParseArgsConfig, parseArgs } from 'node:util'

type OptionsConfig = NonNullable<ParseArgsConfig['options']>
type ValuesOf<Options extends OptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options }>
>['values']

export interface Expected<Options extends OptionsConfig, Read> {
  /** As of `parseArgs`. */
  options?: Options
  /** How many arguments that are no options, such as files. */
  operands?: number
  /** @throws Error with a message without its period when a value isn't valid. */
  read: (values: ValuesOf<Options>, operands: string[]) => Read
}

export declare function readArguments<const Options extends OptionsConfig, Read>(
  usage: string,
  expected: Expected<Options, Read> & { refusedWith?: number },
): Read
export declare function parseArguments<const Options extends OptionsConfig, Read>(
  args: readonly string[],
  expected: Expected<Options, Read>,
): Read
export declare function asksForHelp(args: readonly string[]): boolean
