/** The app's vocabulary: words to avoid and their replacements. */
import {
  commentsOfSource,
  textsOfMarkdown,
  textsOfSource,
  titlesOfTests,
  type FoundText,
} from '#test/support/texts-of-a-file.ts'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const avoided: [words: RegExp, better: string][] = [
  [/\be-mail/i, 'email'],
  [/\bmails\b/i, 'emails'],
  [/\ba mail\b(?! (server|folder))/i, 'an email'],
  [/\bmailed\b/i, 'emailed'],
  [/\bapplications?\b(?!\/)/i, 'app'],
  [/\b(is|are|was|were|be|been) told\b/i, 'who does it, or “is notified”'],
  [/\bcomes? to\b/i, 'is, reaches, or the verb itself'],
  [
    /\b(stands?|stood) (there|here|at|beside|beneath|above|below|in|on|for|before|as|idle)\b/i,
    'is',
  ],
  [/\bcannot be undone\b/i, "can't be undone"],
  [/\bwhoever\b/i, 'anyone who, or the role'],
  [/\bsomebody\b/i, 'someone'],
  [/\beverybody\b/i, 'everyone'],
  [/\b(the|an|one's) own\b/i, 'your'],
  [/\bcounts? no more\b|\bno more counts?\b/i, "doesn't count"],
  [/\blet out of\b/i, 'released from'],
  [/\bbroke off\b/i, 'was cut off'],
  [/\bbeware\b/i, 'warning'],
  [/\bnow and then\b/i, 'from time to time'],
  [/\bset-up\b/i, 'setup'],
  [/\b(make|makes|made|making) (a|an|another|the) (password )?reset link\b/i, 'create'],
  [/\bin order to\b/i, 'to'],
  [/\bprior to\b/i, 'before'],
  [/\butili[sz]e/i, 'use'],
  [/\b(thereof|therein|thereby|herewith|hereby|wherein|whereby|whilst|hence)\b/i, 'a new sentence'],
  [/\b(e\.g|i\.e)\./i, 'for example, that is'],
  [/; please\b/i, 'a new sentence that begins with the verb'],
  [/\b(oops|sorry)\b/i, 'what happened, and what to do next'],
  [/\bclick here\b/i, 'where the link leads'],
  [/\b(favour|colour|behaviour|honour|labour|centre|licence|cancelled|cancelling)/i, 'US spelling'],
  [/\bper cent\b/i, 'percent'],
  // "Debt service coverage" is the standard term, and `-coverage` is a sort order in URLs.
  [/(?<!debt service |-)\bcoverage\b/i, 'total interest'],
  [/\bcovered (to|by|at) \d/i, 'has a total interest of'],
]

const exempt = [
  'This action cannot be undone.',
  "The loan's terms have changed; please review them",
  'OWASP Application Security Verification Standard',
]

/** Hard-to-read wording. Checked in comments, titles, and documents, but not in the user interface. */
const odd: [words: RegExp, better: string][] = [
  [/\banew\b/i, 'again'],
  [/\btold\b/i, 'who says or notifies what'],
  [/\b(whoever|somebody|everybody)\b/i, 'the role: a lender, a caller'],
  [/\bbesides\b/i, 'also, in addition, except'],
  [/\bmeanwhile\b/i, 'in the meantime, or when'],
  [/\blately\b/i, 'recently'],
  [/\bin words\b/i, 'as a message'],
  [/\bof (its|his|her|their|one's) own\b/i, 'its own …, or separate'],
  [/\ba given (?=[.,;:]|of\b)/i, 'the noun'],
  [/(?:^|[.!?] )(What|Whoever|Those|That|Of) /, 'a noun and a verb'],
]

interface Finding {
  line: number
  found: string
  better: string
}

const inOneLine = (text: string) =>
  exempt.reduce((rest, each) => rest.replaceAll(each, ''), text.replaceAll(/\s+/g, ' '))

function findingsIn(
  source: string,
  textsOf: (source: string, file?: string) => FoundText[],
  file?: string,
  refused = avoided,
): Finding[] {
  // Parsing is slow, and most files contain none of these words, even in comments.
  const whole = inOneLine(source)
  if (!refused.some(([words]) => words.test(whole))) return []
  return textsOf(source, file).flatMap(({ text, start }) =>
    refused.flatMap(([words, better]) => {
      const [found] = words.exec(inOneLine(text).trim()) ?? []
      if (found === undefined) return []
      return [{ line: source.slice(0, start).split('\n').length, found, better }]
    }),
  )
}

/** Documents that are generated, or that quote the specification or a standard. */
const notOurs = /^docs\/(calls|security-checks|spec-coverage)\.md$/

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'])
  .toString()
  .split('\n')
  .filter((file) => !notOurs.test(file))
const [tests, others] = [files.filter(isTest), files.filter((file) => !isTest(file))]
const sources = others.filter((file) =>
  /^(contract|domain|scripts|server|web)\/.*\.(ts|tsx|mjs)$/.test(file),
)
const code = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file) && file !== 'test/words.test.ts')
const documents = files.filter((file) => /\.md$|^deploy\/|^index\.html$/.test(file))

/** A file in `test` can declare tests that other files run, such as tests for several file stores. */
function isTest(file: string): boolean {
  return /^test\/.*\.ts$|\.(test|e2e)\.tsx?$/.test(file)
}

describe('words to avoid', () => {
  it.each([
    { where: 'in the product', paths: sources, textsOf: textsOfSource },
    { where: 'in the documents and examples', paths: documents, textsOf: textsOfMarkdown },
    { where: 'in the titles of tests', paths: tests, textsOf: titlesOfTests },
  ])('uses none of the words to avoid $where', { timeout: 60_000 }, ({ paths, textsOf }) => {
    expect(paths.length).toBeGreaterThan(20)
    const found = paths.flatMap((file) =>
      findingsIn(readFileSync(file, 'utf8'), textsOf, file).map(
        ({ line, found: words, better }) => `${file}:${line}: “${words}”; better: ${better}`,
      ),
    )
    expect(found).toEqual([])
  })
})

describe('plain language', () => {
  it.each([
    { where: 'in comments', paths: code, textsOf: commentsOfSource },
    { where: 'in the titles of tests', paths: tests, textsOf: titlesOfTests },
    { where: 'in documents', paths: documents, textsOf: textsOfMarkdown },
  ])('uses plain language $where', { timeout: 60_000 }, ({ paths, textsOf }) => {
    expect(paths.length).toBeGreaterThan(20)
    const found = paths.flatMap((file) =>
      findingsIn(readFileSync(file, 'utf8'), textsOf, file, odd).map(
        ({ line, found: words, better }) => `${file}:${line}: “${words}”; better: ${better}`,
      ),
    )
    expect(found).toEqual([])
  })

  it('uses plain language in the subjects of recent commits', () => {
    const subjects = execFileSync('git', ['log', '-30', '--no-merges', '--format=%s'])
      .toString()
      .trim()
      .split('\n')
    const refused = subjects.filter(
      (subject) => subject.length > 60 || /^(Say|Let|Leave)\b/.test(subject),
    )
    expect(refused).toEqual([])
  })
})

describe('the check for words to avoid', () => {
  const found = (source: string) =>
    findingsIn(source, textsOfSource).map((finding) => `${finding.line} ${finding.found}`)

  it('checks strings, templates, and JSX for words to avoid', () => {
    expect(found("const title = 'Sent by e-mail'")).toEqual(['1 e-mail'])
    expect(found('const title = `${name} is told by ${sender}`')).toEqual(['1 is told'])
    expect(found('const page = (\n  <p title="Prior to this">All\n  mails</p>\n)')).toEqual([
      '2 Prior to',
      '2 mails',
    ])
  })

  it('ignores comments, names, and statements in the check for words to avoid', () => {
    expect(found('// The e-mail application\nconst mails = application')).toEqual([])
    expect(found("const topics = ['mails', 'application']")).toEqual([])
    expect(found('db.execute(sql`select 1 from mails m`)')).toEqual([])
    expect(found("client.query('select 1 from mails m')")).toEqual([])
    expect(found("const type = 'Send application/json only'")).toEqual([])
  })

  it('accepts words to avoid only in sentences that the specification requires', () => {
    const text = 'Delete it? This action cannot be undone.'
    expect(found(`const text = '${text}'`)).toEqual([])
    expect(found(`const text = '${text} It really cannot be undone.'`)).toEqual([
      '1 cannot be undone',
    ])
  })

  it('checks only the titles in test files for words to avoid', () => {
    const source =
      "test('is told', () => { expect(mail).toBe('e-mail to somebody') })\n" +
      "test.step('the mails', act)\ndescribe.each([1])('per cent', () => {})"
    expect(findingsIn(source, titlesOfTests).map((finding) => finding.found)).toEqual([
      'is told',
      'mails',
      'per cent',
    ])
  })

  it("ignores a document's code and URLs in the check for words to avoid", () => {
    const text =
      'See `the mails` and [mail](docs/a mails.md).\n\n```\nthe mails\n```\n\nAll mails\n'
    expect(findingsIn(text, textsOfMarkdown).map(({ line }) => line)).toEqual([7])
  })
})
