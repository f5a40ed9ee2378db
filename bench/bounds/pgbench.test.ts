import { expect, it } from 'vitest'
import { parsePgbench } from './pgbench.ts'

const progress = [
  'pgbench (15.18)',
  'progress: 1.0 s, 100.0 tps, lat 9.9 ms stddev 1.0, 0 failed',
  'progress: 2.0 s, 500.0 tps, lat 2.0 ms stddev 1.0, 0 failed',
  'progress: 3.5 s, 600.0 tps, lat 2.0 ms stddev 1.0, 0 failed',
].join('\n')

it('counts what came after the first second, in which connections are opened', () => {
  expect(parsePgbench('number of failed transactions: 0', progress)).toEqual({
    transactions: 1400,
    seconds: 2.5,
  })
})

it('refuses a run in which transactions failed, or none was counted', () => {
  expect(() => parsePgbench('number of failed transactions: 3', progress)).toThrow('pgbench failed')
  expect(() => parsePgbench('', 'could not connect')).toThrow('could not connect')
})
