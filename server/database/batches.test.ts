import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inBatches } from './batches.ts'

/** Lookups whose answers come when the test says so. */
function lookups() {
  const sent: { keys: string[]; answer: () => void; fail: (error: Error) => void }[] = []
  const find = (_place: object, keys: string[]) =>
    new Promise<Map<string, string>>((resolve, reject) => {
      const known = keys.filter((key) => key !== 'unknown')
      const answer = () => resolve(new Map(known.map((key) => [key, `the ${key}`])))
      sent.push({ keys, answer, fail: reject })
    })
  return { lookUp: inBatches(find), sent, keysOf: () => sent.map(({ keys }) => keys) }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('lookups in batches', () => {
  const place = {}

  it('are sent at once when few ask, and together when many do', async () => {
    const { lookUp, sent, keysOf } = lookups()
    const found = ['a', 'b', 'c', 'd', 'c', 'unknown'].map((key) => lookUp(place, key))
    expect(keysOf()).toEqual([['a'], ['b']])
    sent[1]?.answer()
    await settled()
    expect(keysOf().slice(2)).toEqual([['c', 'd', 'unknown']])
    for (const { answer } of sent) answer()
    expect(await Promise.all(found)).toEqual([
      'the a',
      'the b',
      'the c',
      'the d',
      'the c',
      undefined,
    ])
  })

  it('read a key anew for a caller that asks after it was sent', async () => {
    const { lookUp, keysOf } = lookups()
    void lookUp(place, 'a')
    void lookUp(place, 'a')
    expect(keysOf()).toEqual([['a'], ['a']])
  })

  it('fail for those of the batch only', async () => {
    const { lookUp, sent } = lookups()
    const found = ['a', 'b', 'c', 'd'].map((key) => lookUp(place, key))
    sent[0]?.fail(new Error('The database is away'))
    await expect(found[0]).rejects.toThrow('The database is away')
    await settled()
    sent[2]?.fail(new Error('Still away'))
    await expect(found[2]).rejects.toThrow('Still away')
    await expect(found[3]).rejects.toThrow('Still away')
    sent[1]?.answer()
    expect(await found[1]).toBe('the b')
    const again = lookUp(place, 'a')
    sent[3]?.answer()
    expect(await again).toBe('the a')
  })

  it('of one place never join those of another', () => {
    const { lookUp, keysOf } = lookups()
    for (const each of [place, {}]) for (const key of ['a', 'b', 'c']) void lookUp(each, key)
    expect(keysOf()).toEqual([['a'], ['b'], ['a'], ['b']])
  })

  it('answer every caller with its own key, whatever the order', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.nat(9), { maxLength: 300 }), fc.scheduler(), async (keys, s) => {
        const find = s.scheduleFunction(async (_place: object, asked: number[]) => {
          expect(asked.length).toBeLessThanOrEqual(100)
          return new Map(asked.map((key) => [key, key * 2]))
        })
        const lookUp = inBatches(find)
        const found = Promise.all(keys.map((key) => lookUp(place, key)))
        await s.waitFor(found)
        expect(await found).toEqual(keys.map((key) => key * 2))
      }),
      { numRuns: 50 },
    ))
})
