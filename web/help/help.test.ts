import { describe, expect, it } from 'vitest'
import { helpForAdministrators } from './for-administrators.ts'
import { helpForLenders } from './for-lenders.ts'
import { helpIds, searchHelp } from './help-text.ts'

const all = [...helpForLenders, ...helpForAdministrators].flatMap(({ texts }) => texts)

describe('help topics', () => {
  it('has exactly one help topic for each help link on a page', () => {
    const ids = all.map(({ id }) => id)
    for (const id of Object.values(helpIds)) expect(ids.filter((each) => each === id)).toEqual([id])
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !/^[a-z-]+$/.test(id))).toEqual([])
  })

  it('lets lenders find the help topics that their pages link to', () => {
    const ids = helpForLenders.flatMap(({ texts }) => texts.map(({ id }) => id))
    expect(ids).toEqual(
      expect.arrayContaining([helpIds.kinds, helpIds.receipts, helpIds.twoFactor]),
    )
  })

  it('finds help topics that contain every search word, ignoring letter case, but omits topics for other roles', () => {
    const found = searchHelp(helpForLenders, '  RECOVERY phone ')
    expect(found.map(({ title, texts }) => [title, texts.map(({ id }) => id)])).toEqual([
      ['Your account', ['two-factor']],
    ])
    expect(searchHelp(helpForLenders, 'recovery zebra')).toEqual([])
    expect(searchHelp(helpForLenders, ' ')).toEqual(helpForLenders)
  })
})
