import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changesOfLegalText } from './legal-changes.ts'

const before = `Before you start.

# Fees

We charge nothing.

You pay your own taxes.

# Ending

Either of us may end this.`

describe('changes to a legal document', () => {
  it('lists replaced, added, and removed paragraphs of a document with their sections, in reading order', () => {
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

  it('lists only the heading of a renamed section in a document', () => {
    expect(changesOfLegalText(before, before.replace('# Fees', '# Costs'))).toEqual([
      { kind: 'removed', section: 'Fees', text: 'Fees' },
      { kind: 'added', section: 'Costs', text: 'Costs' },
    ])
  })

  it('ignores line breaks within paragraphs and blank lines when it compares documents', () => {
    expect(
      changesOfLegalText(before, before.replaceAll(' ', '\n').replaceAll('#\n', '# ')),
    ).toEqual([])
    expect(changesOfLegalText(before, `\n\n${before}\n\n`)).toEqual([])
  })

  it('keeps a longest common subsequence of the paragraphs of both documents', () => {
    const paragraphs = array(constantFrom('a', 'b', 'c', 'd'), { maxLength: 8 })
    assert(
      property(paragraphs, paragraphs, (old, now) => {
        const changes = changesOfLegalText(old.join('\n\n'), now.join('\n\n'))
        const texts = (kind: string) =>
          changes.flatMap((change) => (change.kind === kind ? [change.text] : []))
        const length = commonLength(old, now)
        const kept = sequencesWithout(old, texts('removed')).filter((each) =>
          sequencesWithout(now, texts('added')).includes(each),
        )
        expect(kept).not.toEqual([])
        expect(old.length - texts('removed').length).toBe(length)
        expect(now.length - texts('added').length).toBe(length)
      }),
    )
  })

  it('shows a document with too many changes as entirely replaced', () => {
    const of = (letter: string) => Array.from({ length: 300 }, (_, n) => letter + n).join('\n\n')
    const changes = changesOfLegalText(`x\n\n${of('a')}`, `x\n\n${of('b')}`)
    expect(changes.map(({ kind }) => kind)).toEqual([
      ...Array<string>(301).fill('removed'),
      ...Array<string>(301).fill('added'),
    ])
  })
})

function commonLength(old: readonly string[], now: readonly string[]): number {
  if (old.length === 0 || now.length === 0) return 0
  const [oldRest, nowRest] = [old.slice(1), now.slice(1)]
  return old[0] === now[0]
    ? 1 + commonLength(oldRest, nowRest)
    : Math.max(commonLength(oldRest, now), commonLength(old, nowRest))
}

/** Every sequence that can remain after `gone` is removed in order. Equal paragraphs can cause several sequences. */
function sequencesWithout(list: readonly string[], gone: readonly string[]): string[] {
  const [first, ...rest] = list
  if (first === undefined) return gone.length === 0 ? [''] : []
  const kept = sequencesWithout(rest, gone).map((each) => first + each)
  return first === gone[0] ? [...kept, ...sequencesWithout(rest, gone.slice(1))] : kept
}
