/** What an npm command was called with. */
import { parseArgs } from 'node:util'

/**
 * Reads the arguments after `--`. `--help` prints the usage and ends the command with 0; an argument that it
 * doesn't take, or that `read` throws an error for, ends it with one line and 1 (`refusedWith`).
 */
export function readArguments(usage, { refusedWith = 1, ...expected } = {}) {
  const args = process.argv.slice(2)
  if (asksForHelp(args)) endWith(process.stdout, usage, 0)
  try {
    return parseArguments(args, expected)
  } catch (error) {
    const words = `${error.message}. To see what it takes: ${helpFor(usage)}`
    return endWith(process.stderr, words, refusedWith)
  }
}

function endWith(stream, words, code) {
  stream.write(`${words}\n`)
  process.exit(code)
}

export const asksForHelp = (args) => args.includes('--help') || args.includes('-h')

/** @throws Error with a message without its period. */
export function parseArguments(args, { options = {}, operands = 0, read = (values) => values }) {
  const { values, positionals } = inOneSentence(() =>
    parseArgs({ args, options, allowPositionals: true }),
  )
  if (positionals.length > operands)
    throw new Error(`Unexpected argument '${positionals[operands]}'`)
  return read(values, positionals)
}

/** Node's messages go on with advice that doesn't fit here. */
function inOneSentence(parse) {
  try {
    return parse()
  } catch (error) {
    throw new Error(error.message.split('. ')[0], { cause: error })
  }
}

/** A usage begins with the command: "npm run bench -- [--check]". */
const helpFor = (usage) => `${/^npm (run )?[\w:-]+/.exec(usage)[0]} -- --help`
