import { describe, expect, it } from 'vitest'
import { KeptAnswers } from './kept-answers.ts'
import { SeenWrites } from './seen-writes.ts'

const limits = { keptMs: 1_000, keptBytes: 1_000_000, remakingMs: 500, remakingMsPerSecond: 100 }

/** Kept answers with a clock of their own, and a maker that counts and waits until it may go on. */
function keeping() {
  let now = 0
  let state = 0
  let begun = 0
  const waiting: (() => void)[] = []
  const kept = new KeptAnswers(limits, () => now)
  return {
    kept,
    /** The state that an answer was read from. */
    ask: async (notBefore = 0) => {
      const { json } = await kept.get('list', notBefore, async () => {
        begun += 1
        const read = state
        await new Promise<void>((resolve) => waiting.push(resolve))
        return { value: read, link: undefined }
      })
      return Number(json.toString())
    },
    /** Lets all that is being made be done. */
    finish: async () => {
      for (let round = 0; round < 5; round += 1) {
        await new Promise((resolve) => setImmediate(resolve))
        for (const go of waiting.splice(0)) go()
      }
    },
    change: () => (state += 1),
    pass: (ms: number) => (now += ms),
    begun: () => begun,
  }
}

describe('a kept answer', () => {
  it('is made once for all who ask within a second', async () => {
    const { ask, finish, change, pass, begun } = keeping()
    const asked = [ask(), ask(), ask()]
    await finish()
    change()
    pass(1_000)
    expect(await Promise.all([...asked, ask()])).toEqual([0, 0, 0, 0])
    expect(begun()).toBe(1)
    pass(1)
    const later = ask()
    await finish()
    expect(await later).toBe(1)
  })

  it('is made anew once this process has heard of a change, also for those who ask while it is made', async () => {
    const { kept, ask, finish, change, begun } = keeping()
    const before = ask()
    change()
    kept.forget()
    const after = [ask(), ask(), ask()]
    await finish()
    expect(await before).toBe(0)
    expect(await Promise.all(after)).toEqual([1, 1, 1])
    expect(begun()).toBe(2)
    expect(await ask()).toBe(1)
  })

  it('is made anew for who changed something since, and shared by those who came meanwhile', async () => {
    const { ask, finish, change, pass, begun } = keeping()
    const first = ask()
    await finish()
    expect(await first).toBe(0)
    change()
    pass(10)
    const own = ask(10)
    change()
    pass(10)
    const late = [ask(20), ask(20)]
    await finish()
    expect(await own).toBe(1)
    expect(await Promise.all(late)).toEqual([2, 2])
    expect(await ask(20)).toBe(2)
    expect(begun()).toBe(3)
  })

  it('is up to a second old for those who changed nothing, when changes take too much time', async () => {
    const { kept, ask, finish, change, pass } = keeping()
    const slow = ask()
    pass(600)
    await finish()
    expect(await slow).toBe(0)
    change()
    kept.forget()
    expect(await ask()).toBe(0)
    const own = ask(600)
    await finish()
    expect(await own).toBe(1)
    change()
    kept.forget()
    pass(1_001)
    const later = ask()
    await finish()
    expect(await later).toBe(2)
  })

  it('is not kept when it could not be made', async () => {
    const kept = new KeptAnswers()
    const failing = kept.get('list', 0, async () => {
      throw new Error('No database')
    })
    const second = kept.get('list', Infinity, async () => ({ value: 1, link: undefined }))
    await expect(failing).rejects.toThrow('No database')
    expect((await second).json.toString()).toBe('1')
    const third = await kept.get('list', 0, async () => ({ value: 2, link: undefined }))
    expect(third.json.toString()).toBe('1')
  })

  it('makes room for others when it was not used for the longest time', async () => {
    const kept = new KeptAnswers({ ...limits, keptBytes: 5_000 }, () => 0)
    let made = 0
    const ask = (key: string) =>
      kept.get(key, 0, async () => {
        made += 1
        return { value: 'x'.repeat(8), link: undefined }
      })
    for (const key of ['a', 'b', 'a', 'c', 'a']) await ask(key)
    expect(made).toBe(3)
    await ask('b')
    expect(made).toBe(4)
  })

  it('weighs more than its bytes: searches that find nothing make room for each other', async () => {
    const kept = new KeptAnswers({ ...limits, keptBytes: 100_000 })
    for (let search = 0; search < 1_000; search += 1)
      await kept.get(`${search}`, 0, async () => ({ value: [], link: undefined }))
    expect(kept.size).toBeGreaterThan(0)
    expect(kept.size).toBeLessThan(50)
  })

  it('leaves nothing behind when what was asked for is refused', async () => {
    const kept = new KeptAnswers(limits)
    const refuse = async () => {
      throw new Error('This cursor is no cursor')
    }
    await expect(kept.get('refused', 0, refuse)).rejects.toThrow()
    await Promise.allSettled([kept.get('twice', 0, refuse), kept.get('twice', Infinity, refuse)])
    expect(kept.size).toBe(0)
  })
})

it('is compressed once for each coding, if that is worth it', async () => {
  const kept = new KeptAnswers()
  const answerOf = (value: string) => kept.get(value, 0, async () => ({ value, link: undefined }))
  const long = await answerOf('y'.repeat(2_000))
  expect(long.packed('br')).toBe(long.packed('br'))
  expect((await long.packed('gzip'))?.length).toBeLessThan(100)
  expect((await answerOf('short')).packed('br')).toBeNull()
})

it('remembers when a change was first seen, until there are more', () => {
  let now = 5
  const seen = new SeenWrites(() => now)
  expect(seen.firstSeen('ann', null)).toBe(0)
  expect(seen.firstSeen('ann', '1/noon')).toBe(5)
  now = 9
  expect(seen.firstSeen('ann', '1/noon')).toBe(5)
  expect(seen.firstSeen('ben', '1/noon')).toBe(9)
  expect(seen.firstSeen('ann', '2/noon')).toBe(9)
})
