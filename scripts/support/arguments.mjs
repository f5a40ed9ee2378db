import { parseArgs } from 'node:util'

/** @typedef {NonNullable<import('node:util').ParseArgsConfig['options']>} OptionsConfig */
/**
 * @template {OptionsConfig} Options
 * @typedef {ReturnType<typeof parseArgs<{ options: Options }>>['values']} ValuesOf
 */
/**
 * @template {OptionsConfig} Options
 * @template Read
 * @typedef {object} Expected
 * @property {Options} [options] as for `parseArgs`
 * @property {number} [operands] the maximum number of positional arguments, such as files
 * @property {(values: ValuesOf<Options>, operands: string[]) => Read} [read] throws an Error for an invalid value,
 * with a message that has no final period
 */

/**
 * Reads the arguments after `--`. `--help` prints the usage and exits with 0. If an argument is unknown or `read`
 * rejects it, prints one line and exits with `refusedWith`.
 * @template {OptionsConfig} const Options
 * @template [Read=ValuesOf<Options>]
 * @param {string} usage
 * @param {Expected<Options, Read> & { refusedWith?: number }} [expected]
 * @returns {Read}
 */
export function readArguments(usage, { refusedWith = 1, ...expected } = {}) {
  const args = process.argv.slice(2)
  if (asksForHelp(args)) endWith(process.stdout, usage, 0)
  try {
    return parseArguments(args, expected)
  } catch (error) {
    const words = `${messageOf(error)}. To see what it takes: ${helpFor(usage)}`
    return endWith(process.stderr, words, refusedWith)
  }
}

/**
 * @param {NodeJS.WriteStream} stream
 * @param {string} words
 * @param {number} code
 * @returns {never}
 */
function endWith(stream, words, code) {
  stream.write(`${words}\n`)
  process.exit(code)
}

/** @param {readonly string[]} args */
export const asksForHelp = (args) => args.includes('--help') || args.includes('-h')

/**
 * @template {OptionsConfig} const Options
 * @template [Read=ValuesOf<Options>]
 * @param {readonly string[]} args
 * @param {Expected<Options, Read>} expected
 * @returns {Read}
 * @throws Error whose message has no final period
 */
export function parseArguments(args, { options, operands = 0, read }) {
  const { values, positionals } = inOneSentence(() =>
    parseArgs({ args: [...args], ...(options && { options }), allowPositionals: true }),
  )
  if (positionals.length > operands)
    throw new Error(`Unexpected argument '${positionals[operands]}'`)
  return read ? read(values, positionals) : /** @type {Read} */ (values)
}

/**
 * Keeps only the first sentence of Node's messages, because the rest is advice that doesn't apply.
 * @template Parsed
 * @param {() => Parsed} parse
 */
function inOneSentence(parse) {
  try {
    return parse()
  } catch (error) {
    throw new Error(messageOf(error).split('. ')[0], { cause: error })
  }
}

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error))

/**
 * Usage messages begin with the command, such as "npm run bench -- [--check]".
 * @param {string} usage
 */
const helpFor = (usage) => `${/^npm (run )?[\w:-]+/.exec(usage)?.[0]} -- --help`
