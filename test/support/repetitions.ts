/**
 * How often a test repeats what chance decides. `npm test` repeats it a few times with new random
 * values in every run; `npm run prove` sets REPETITIONS=many and takes its time.
 */
export const repetitions = (few: number, many: number): number =>
  process.env['REPETITIONS'] === 'many' ? many : few

/** The numbers of the rounds, from 1. */
export const roundsOf = (few: number, many: number): number[] =>
  Array.from({ length: repetitions(few, many) }, (_, index) => index + 1)
