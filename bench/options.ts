/** The command line of `npm run bench`. */
import { readArguments } from '#scripts/support/arguments.mjs'

export interface Options {
  /** Exits with 1 when a must is missed. */
  check: boolean
  /** Groups of figures; all when empty. */
  only: string[]
  /** Fewer and shorter rounds, without the figures that need 100,000 loans. */
  isQuick: boolean
  /** The group of which the program is profiled; null for none. */
  profile: string | null
  /** Where the JSON is written. */
  json: string
  /** A document whose table is replaced; null for none. */
  write: string | null
}

const usageFor = (
  groupNames: readonly string[],
) => `npm run bench -- [--quick] [--check] [--only a,b] [--profile NAME] [--json FILE] [--write FILE]

  --quick        fewer and shorter rounds, without the figures that need 100,000 loans
  --check        exits with 1 when a must is missed
  --only a,b     only these groups: ${groupNames.join(', ')}
  --profile NAME measures this group only, with a CPU profile of the program: prints which of its functions
                 need the most time (kept in test-results/profile, for a browser's developer tools)
  --json FILE    where the figures are written as JSON (test-results/bench.json)
  --write FILE   replaces the figures in this document by those of a whole run`

export function readOptions(groupNames: readonly string[]): Options {
  return readArguments(usageFor(groupNames), {
    options: {
      check: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      profile: { type: 'string' },
      quick: { type: 'boolean', default: false },
      json: { type: 'string', default: 'test-results/bench.json' },
      write: { type: 'string' },
    },
    read({ check, only, profile, quick, json, write }) {
      const names = readNames(profile === undefined ? only : [profile], groupNames)
      requireWhole(write, names.length > 0 || quick)
      return {
        ...{ check, only: names, profile: profile ?? null, isQuick: quick },
        ...{ json, write: write ?? null },
      }
    },
  })
}

/** A document's table is of one run: with a part of it, the other rows would be gone. */
export function requireWhole(write: string | undefined, isPart: boolean): void {
  if (write !== undefined && isPart) throw new Error('--write takes the figures of a whole run')
}

/** The names given with `--only`, once or several times, separated by commas. */
export function readNames(given: readonly string[], known: readonly string[]): string[] {
  const names = given.flatMap((each) => each.split(','))
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new Error(`There is no ${unknown.join(', ')}; choose among ${known.join(', ')}`)
  return names
}
