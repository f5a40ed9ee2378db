import { describe, expect, it } from 'vitest'
import { pressKey, shortcutRows, type Prefix } from './key-map.ts'

function press(...keys: (string | [string, number])[]) {
  let prefix: Prefix | null = null
  const found: (string | null)[] = []
  for (const each of keys) {
    const [key, atMs] = typeof each === 'string' ? [each, 0] : each
    const pressed = pressKey(key, atMs, prefix)
    prefix = pressed.prefix
    found.push(pressed.shortcut)
  }
  return found
}

describe('the keyboard shortcuts', () => {
  it('assigns unique keys to every keyboard shortcut', () => {
    for (const [name, { keys }] of shortcutRows) expect(press(...keys).at(-1), name).toBe(name)
    const all = shortcutRows.map(([, { keys }]) => keys.join(' '))
    expect(new Set(all).size).toBe(all.length)
  })

  it('treats a key after g only as the second key of a page shortcut', () => {
    expect(press('g', 'c', 'c')).toEqual([null, 'commitments', 'commit'])
    expect(press('g', 'x', 'x')).toEqual([null, null, 'compare'])
    expect(press('g', 'g', 'd')).toEqual([null, null, null])
  })

  it('forgets g as the first key of a shortcut after 1.5 seconds', () => {
    expect(press(['g', 1000], ['d', 2500])).toEqual([null, 'dashboard'])
    expect(press(['g', 1000], ['c', 2501])).toEqual([null, 'commit'])
  })

  it('ignores capital letters and keys without a shortcut', () => {
    expect(press('J', 'q', 'd', ' ', 'Escape')).toEqual([null, null, null, null, null])
  })
})
