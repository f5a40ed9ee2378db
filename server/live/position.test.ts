import { describe, expect, it } from 'vitest'
import { missingForMs, readPosition, SeenIds, writePosition } from './position.ts'

const at = (ms: number, endedBelow = 10n, begunBelow = 10n) => ({ ms, endedBelow, begunBelow })

describe('which ids were seen', () => {
  it('takes each once, also one that appears after a greater one', () => {
    const seen = new SeenIds(10)
    expect(seen.take([11, 14], at(0))).toEqual([11, 14])
    expect(seen.position).toEqual({ last: 14, missing: [12, 13] })
    expect(seen.take([13, 14, 15], at(0))).toEqual([13, 15])
    expect(seen.take([9, 10, 13], at(0))).toEqual([])
    expect(seen.position).toEqual({ last: 15, missing: [12] })
  })

  it('stops waiting for one that was rolled back', () => {
    const seen = new SeenIds(0)
    seen.take([2], at(0))
    seen.take([4], at(1_000))
    seen.giveUp(at(missingForMs - 1))
    expect(seen.position.missing).toEqual([1, 3])
    seen.giveUp(at(missingForMs))
    expect(seen.position.missing).toEqual([3])
    seen.giveUp(at(missingForMs + 1_000))
    expect(seen.position).toEqual({ last: 4, missing: [] })
  })

  it('waits on while a transaction of that time is under way, as a commit is that waits for a standby', () => {
    const seen = new SeenIds(0)
    seen.take([2], at(0, 20n, 25n))
    seen.giveUp(at(10 * missingForMs, 24n, 90n))
    expect(seen.position.missing).toEqual([1])
    seen.giveUp(at(10 * missingForMs, 25n, 90n))
    expect(seen.position.missing).toEqual([])
  })

  it('waits for so many that a leap costs little', () => {
    const seen = new SeenIds(0)
    seen.take([1_000_000], at(0))
    expect(seen.position.missing).toHaveLength(10_000)
    seen.take([1_020_000], at(0))
    seen.giveUp(at(0))
    expect(seen.position.missing).toHaveLength(10_000)
    expect(seen.take([1_019_999], at(0))).toEqual([1_019_999])
  })
})

describe('a position', () => {
  it.each([
    { last: 0, missing: [] },
    { last: 1234, missing: [] },
    { last: 1234, missing: [1200, 1233] },
  ])('is read as it was written: $last, $missing', (position) => {
    expect(readPosition(writePosition(position))).toEqual(position)
  })

  it('goes back to the first missing id when there are many', () => {
    const missing = Array.from({ length: 51 }, (_, place) => 100 + place)
    expect(writePosition({ last: 200, missing })).toBe('99')
  })

  it.each(['', 'x', '-1', '1.5', '1~', '1~2.', '1~2~3', ' 1', '1\n', '9'.repeat(16)])(
    'is not read from %j',
    (text) => {
      expect(readPosition(text)).toBeNull()
    },
  )
})
