import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changesOfLegalText } from './legal-changes.ts'

const before = `Before you start.

# Fees

We charge nothing.

You pay your own taxes.

# Ending

Either of us may end this.`

describe('the changes of a legal document', () => {
  it('names a replaced, an added and a removed paragraph with their sections, in reading order', () => {
    const after = before
      .replace('We charge nothing.', 'We charge 1%.')
      .replace('Either of us may end this.', 'Either of us may end this.\n\nIn writing.')
      .replace('Before you start.\n\n', '')
    expect(changesOfLegalText(before, after)).toEqual([
      { kind: 'removed', section: null, text: 'Before you start.' },
      { kind: 'removed', section: 'Fees', text: 'We charge nothing.' },
      { kind: 'added', section: 'Fees', text: 'We charge 1%.' },
      { kind: 'added', section: 'Ending', text: 'In writing.' },
    ])
  })

  it('names a renamed section by its heading alone', () => {
    expect(changesOfLegalText(before, before.replace('# Fees', '# Costs'))).toEqual([
      { kind: 'removed', section: 'Fees', text: 'Fees' },
      { kind: 'added', section: 'Costs', text: 'Costs' },
    ])
  })

  it('ignores line breaks within paragraphs and blank lines', () => {
    expect(
      changesOfLegalText(before, before.replaceAll(' ', '\n').replaceAll('#\n', '# ')),
    ).toEqual([])
    expect(changesOfLegalText(before, `\n\n${before}\n\n`)).toEqual([])
  })

  it('leads from one document to the other, and names nothing that both contain', () => {
    const paragraphs = array(constantFrom('a', 'b', 'c', 'd'), { maxLength: 8 })
    assert(
      property(paragraphs, paragraphs, (old, now) => {
        const changes = changesOfLegalText(old.join('\n\n'), now.join('\n\n'))
        const count = (list: readonly string[], text: string) =>
          list.filter((each) => each === text).length
        const texts = (kind: string) =>
          changes.flatMap((change) => (change.kind === kind ? [change.text] : []))
        for (const text of ['a', 'b', 'c', 'd'])
          expect(count(old, text) - count(texts('removed'), text)).toBe(
            count(now, text) - count(texts('added'), text),
          )
        if (old.join() === now.join()) expect(changes).toEqual([])
      }),
    )
  })

  it('replaces everything between the common ends of very long documents', () => {
    const of = (letters: string) =>
      Array.from({ length: 16_000 }, (_, n) => letters[n % 2]).join('\n\n')
    expect(changesOfLegalText(`x\n\n${of('ab')}`, `x\n\n${of('ba')}`)).toHaveLength(32_000)
  })
})
