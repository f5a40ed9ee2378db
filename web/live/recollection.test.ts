import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Recollection } from './recollection.ts'
import type { ReceivedEvent } from './stream.ts'

const opensAt = 1_000_000
beforeEach(() => void vi.useFakeTimers({ now: opensAt }))
afterEach(() => void vi.useRealTimers())

const changed = (topic: 'loans' | 'book'): ReceivedEvent => ({ name: 'changed', data: { topic } })
const everything = [{ name: 'everything', data: {} }]

it('gives what came since a time', () => {
  const recollection = new Recollection(opensAt - 500)
  recollection.add(changed('loans'))
  vi.advanceTimersByTime(1_000)
  recollection.add(changed('book'))
  expect(recollection.since(opensAt - 500)).toEqual([changed('loans'), changed('book')])
  expect(recollection.since(opensAt + 1)).toEqual([changed('book')])
  expect(recollection.since(opensAt + 1_001)).toEqual([])
})

it('has everything read anew of a time before its own, or more than a minute ago', () => {
  const recollection = new Recollection(opensAt)
  recollection.add(changed('loans'))
  expect(recollection.since(opensAt - 1)).toEqual(everything)
  vi.advanceTimersByTime(60_000)
  expect(recollection.since(opensAt)).toEqual([changed('loans')])
  vi.advanceTimersByTime(1)
  expect(recollection.since(opensAt)).toEqual(everything)
  recollection.add(changed('book'))
  expect(recollection.since(opensAt + 60_001)).toEqual([changed('book')])
})
