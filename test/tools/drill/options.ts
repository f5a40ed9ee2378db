/** The drill's command-line options. */
import { parseArgs } from 'node:util'
import { faultNames, faults, type FaultName } from './faults.ts'

export interface Options {
  /** Infinity when only the time is limited. */
  rounds: number
  minutes: number
  seed: number
  faults: readonly FaultName[]
  /** Keeps the folders of rounds in which something was lost or broken. */
  keep: boolean
}

const defaultRounds = 2 * faultNames.length
const largestSeed = 2 ** 31 - 1

export const usage = [
  'npm run drill -- [--rounds N] [--minutes M] [--seed S] [--faults a,b] [--keep]',
  '',
  `  --rounds N     number of rounds; ${defaultRounds} unless --minutes is given`,
  '  --minutes M    starts no new round after this many minutes',
  '  --seed S       repeats the random choices made with this seed',
  '  --faults a,b   only these faults:',
  ...faultNames.map((name) => `      ${name.padEnd(12)}${faults[name].words}`),
  '  --keep         keeps the data directory of a round with a loss or a violation',
].join('\n')

/** Null when only the usage was requested; throws with a message when the options are invalid. */
export function readOptions(args: readonly string[]): Options | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string' },
      minutes: { type: 'string' },
      seed: { type: 'string' },
      faults: { type: 'string' },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return null
  const minutes = values.minutes === undefined ? Infinity : positive('--minutes', values.minutes)
  const rounds = values.minutes === undefined ? defaultRounds : Infinity
  return {
    rounds: values.rounds === undefined ? rounds : whole('--rounds', values.rounds),
    minutes,
    seed: values.seed === undefined ? newSeed() : whole('--seed', values.seed),
    faults: values.faults === undefined ? faultNames : readFaults(values.faults),
    keep: values.keep,
  }
}

const newSeed = () => 1 + Math.floor(Math.random() * (largestSeed - 1))

function whole(name: string, text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= largestSeed) return value
  throw new Error(`${name} takes an integer from 1 to ${largestSeed}, not ${text}`)
}

function positive(name: string, text: string): number {
  const value = Number(text)
  if (value > 0 && Number.isFinite(value)) return value
  throw new Error(`${name} takes a number above 0, not ${text}`)
}

function readFaults(text: string): FaultName[] {
  return text.split(',').map((name) => {
    const found = faultNames.find((each) => each === name.trim())
    if (!found) throw new Error(`--faults takes ${faultNames.join(', ')}, not ${name}`)
    return found
  })
}
