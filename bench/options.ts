/** The command line of `npm run bench`. */
import { parseArgs } from 'node:util'

export interface Options {
  /** Exits with 1 when a must is missed. */
  check: boolean
  /** Groups of figures; all when empty. */
  only: string[]
  /** Fewer and shorter rounds, without the figures that need 100,000 loans. */
  isQuick: boolean
  /** Where the JSON is written. */
  json: string
  /** A document whose table is replaced; null for none. */
  write: string | null
}

export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      check: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      quick: { type: 'boolean', default: false },
      json: { type: 'string', default: 'test-results/bench.json' },
      write: { type: 'string' },
    },
  })
  const { check, only, quick, json, write } = values
  return {
    check,
    only: only.flatMap((each) => each.split(',')),
    isQuick: quick,
    json,
    write: write ?? null,
  }
}
