/** docs/security-checks.md lists every security requirement, with the test files that name the requirement. */
import { expect, it } from 'vitest'
import { boundTests, sourceOf } from '#test/support/bound-tests.ts'
import { rowsOfTables, withFiles } from '#test/support/tables.ts'

const file = 'docs/security-checks.md'
const document = sourceOf(file)
const rows = rowsOfTables(document, 'Number').map(
  ([number = '', level = '', wanted = '', how = '']) => ({ number, level, wanted, how }),
)
const bound = boundTests().filter(({ by }) => by === 'security')

/**
 * The requirements of ASVS 5.0.0 at levels 1 and 2, by section, with the standard's numbers. V9, V10, and V17 don't
 * apply.
 */
const asvs: Record<string, number[]> = {
  '1.1': [1, 2],
  '1.2': [1, 2, 3, 4, 5, 6, 7, 8, 9],
  '1.3': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '1.4': [1, 2, 3],
  '1.5': [1, 2],
  '2.1': [1, 2, 3],
  '2.2': [1, 2, 3],
  '2.3': [1, 2, 3, 4],
  '2.4': [1],
  '3.2': [1, 2],
  '3.3': [1, 2, 3, 4],
  '3.4': [1, 2, 3, 4, 5, 6],
  '3.5': [1, 2, 3, 4, 5],
  '3.7': [1, 2],
  '4.1': [1, 2, 3],
  '4.2': [1],
  '4.3': [1, 2],
  '4.4': [1, 2, 3, 4],
  '5.1': [1],
  '5.2': [1, 2, 3],
  '5.3': [1, 2],
  '5.4': [1, 2, 3],
  '6.1': [1, 2, 3],
  '6.2': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  '6.3': [1, 2, 3, 4],
  '6.4': [1, 2, 3, 4],
  '6.5': [1, 2, 3, 4, 5],
  '6.6': [1, 2, 3],
  '6.8': [1, 2, 3, 4],
  '7.1': [1, 2, 3],
  '7.2': [1, 2, 3, 4],
  '7.3': [1, 2],
  '7.4': [1, 2, 3, 4, 5],
  '7.5': [1, 2],
  '7.6': [1, 2],
  '8.1': [1, 2],
  '8.2': [1, 2, 3],
  '8.3': [1],
  '8.4': [1],
  '11.1': [1, 2],
  '11.2': [1, 2, 3],
  '11.3': [1, 2, 3],
  '11.4': [1, 2, 3, 4],
  '11.5': [1],
  '11.6': [1],
  '12.1': [1, 2, 3],
  '12.2': [1, 2],
  '12.3': [1, 2, 3, 4],
  '13.1': [1],
  '13.2': [1, 2, 3, 4, 5],
  '13.3': [1, 2],
  '13.4': [1, 2, 3, 4, 5],
  '14.1': [1, 2],
  '14.2': [1, 2, 3, 4],
  '14.3': [1, 2, 3],
  '15.1': [1, 2, 3],
  '15.2': [1, 2, 3],
  '15.3': [1, 2, 3, 4, 5, 6, 7],
  '16.1': [1],
  '16.2': [1, 2, 3, 4, 5],
  '16.3': [1, 2, 3, 4],
  '16.4': [1, 2, 3],
  '16.5': [1, 2, 3],
}

/** Requirements that aren't listed here are level 2. */
const levelOne = new Set([
  ...['1.2.1', '1.2.2', '1.2.3', '1.2.4', '1.2.5', '1.3.1', '1.3.2', '1.5.1'],
  ...['2.1.1', '2.2.1', '2.2.2', '2.3.1'],
  ...['3.2.1', '3.2.2', '3.3.1', '3.4.1', '3.4.2', '3.5.1', '3.5.2', '3.5.3'],
  ...['4.1.1', '4.4.1'],
  ...['5.2.1', '5.2.2', '5.3.1', '5.3.2'],
  ...[
    '6.1.1',
    '6.2.1',
    '6.2.2',
    '6.2.3',
    '6.2.4',
    '6.2.5',
    '6.2.6',
    '6.2.7',
    '6.2.8',
    '6.3.1',
    '6.3.2',
    '6.4.1',
    '6.4.2',
  ],
  ...['7.2.1', '7.2.2', '7.2.3', '7.2.4', '7.4.1', '7.4.2'],
  ...['8.1.1', '8.2.1', '8.2.2', '8.3.1'],
  ...['11.3.1', '11.3.2', '11.4.1'],
  ...['12.1.1', '12.2.1', '12.2.2'],
  ...['13.4.1'],
  ...['14.2.1', '14.3.1'],
  ...['15.1.1', '15.2.1', '15.3.1'],
])
const numbers = Object.entries(asvs).flatMap(([section, all]) =>
  all.map((each) => `${section}.${each}`),
)

it("lists every level 1 and 2 requirement once, in the standard's order", () => {
  expect(numbers).toHaveLength(210)
  expect(rows.map(({ number }) => number)).toEqual(numbers)
})

it("states each security requirement's level and summary, and how the requirement is met", () => {
  for (const { number, level, wanted, how } of rows) {
    expect(level, number).toBe(levelOne.has(number) ? '1' : '2')
    expect(wanted, number).not.toBe('')
    expect(how, number).not.toBe('')
  }
})

it("lists exactly the security requirements that aren't met", () => {
  const listed = rowsOfTables(document, 'Not met')
  const unmet = rows.filter(({ how }) => /\b(not met|met in part)\b/i.test(how))
  expect(listed.map(([number]) => number)).toEqual(unmet.map(({ number }) => number))
})

it('names only listed security requirements in tests, and names each in at least one test that runs', () => {
  const known = new Set(numbers)
  expect(bound.filter(({ id, runs }) => !known.has(id) || runs === 'never')).toEqual([])
})

it('lists the test files for each security requirement (vitest -u updates the lists)', async () => {
  await expect(withFiles(document, 'Number', bound)).toMatchFileSnapshot(`../${file}`)
})

it('begins the security checks with a list of the tests that are skipped on some systems', () => {
  const [head = ''] = document.split('\nV9 (')
  const conditional = bound.filter(({ runs }) => runs === 'where it can')
  const files = new Set(conditional.map(({ file: of }) => of))
  expect(files.size).toBeGreaterThan(0)
  expect([...files].filter((of) => !head.includes(`\`${of}\``))).toEqual([])
})

it('covers every testable security requirement with a test that npm test runs', () => {
  const usual = bound.filter(({ file: of }) => !of.startsWith('test/nightly/'))
  const proven = new Set(usual.map(({ id }) => id))
  // All other requirements don't apply, are about documentation, or are the operator's responsibility.
  expect(numbers.filter((number) => proven.has(number)).length).toBeGreaterThanOrEqual(166)
})
