import { readArguments } from '#scripts/support/arguments.mjs'
import { faultNames, faults, type FaultName } from './faults.ts'

export interface Options {
  /** The number of rounds, or infinity if only the duration is limited. */
  rounds: number
  minutes: number
  seed: number
  faults: readonly FaultName[]
  keep: boolean
}

const defaultRounds = 2 * faultNames.length
const largestSeed = 2 ** 31 - 1

const usage = [
  'npm run drill -- [--rounds N] [--minutes M] [--seed S] [--faults a,b] [--keep]',
  '',
  `  --rounds N     number of rounds; ${defaultRounds} unless --minutes is given`,
  '  --minutes M    starts no new round after this many minutes',
  '  --seed S       repeats the random choices made with this seed',
  '  --faults a,b   only these faults:',
  ...faultNames.map((name) => `      ${name.padEnd(12)}${faults[name].words}`),
  '  --keep         keeps the data directory of a round with a loss or a violation',
].join('\n')

export function readOptions(): Options {
  return readArguments(usage, {
    // Exit code 1 means that something was lost.
    refusedWith: 2,
    options: {
      rounds: { type: 'string' },
      minutes: { type: 'string' },
      seed: { type: 'string' },
      faults: { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
    read: ({ rounds, minutes, seed, faults: names, keep }) => ({
      rounds:
        rounds !== undefined
          ? whole('--rounds', rounds)
          : minutes === undefined
            ? defaultRounds
            : Infinity,
      minutes: minutes === undefined ? Infinity : positive('--minutes', minutes),
      seed: seed === undefined ? newSeed() : whole('--seed', seed),
      faults: names === undefined ? faultNames : readFaults(names),
      keep,
    }),
  })
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
