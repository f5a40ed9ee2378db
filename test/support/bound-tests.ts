/**
 * Finds the tests that cover each row of a document, based on the tests' calls to `spec` and `security`. The parser
 * ignores strings and comments that look like calls.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { projectRoot } from '#server/project-root.ts'

export interface BoundTest {
  by: 'spec' | 'security'
  id: string
  /** `never` applies to tests that are always skipped and to calls outside a test. */
  runs: 'always' | 'where it can' | 'never'
}
type Runs = BoundTest['runs']

interface Node {
  type: string
  [part: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** For `it.skipIf(x).each(y)`, returns `it`, `skipIf`, and `each`. */
function namesOf(callee: unknown): string[] {
  if (!isNode(callee)) return []
  if (callee.type === 'Identifier') return [String(callee['name'])]
  if (callee.type === 'MemberExpression')
    return [...namesOf(callee['object']), ...namesOf(callee['property'])]
  // A callee can itself be a call, such as `it.each(…)`.
  return namesOf(callee.type === 'CallExpression' ? callee['callee'] : callee['tag'])
}

const never = new Set(['skip', 'todo', 'fixme', 'fail', 'fails'])
const whereItCan = new Set(['skipIf', 'runIf'])
const plain = new Set(['each', 'for', 'concurrent', 'sequential', 'serial', 'parallel', 'describe'])

/** Returns null for a call that doesn't declare a test, such as `test.extend(…)` or `test.beforeAll(…)`. */
function runsOf(modifiers: string[]): Runs | null {
  if (modifiers.some((each) => never.has(each))) return 'never'
  if (modifiers.some((each) => whereItCan.has(each))) return 'where it can'
  return modifiers.every((each) => plain.has(each)) ? 'always' : null
}

export function boundIn(source: string, file = 'source.ts'): BoundTest[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`)
  const found: BoundTest[] = []
  const runners = new Set(['it', 'test', 'testOnPhone', 'testAtSize', 'describe'])

  const walk = (node: Node, around: Runs | null) => {
    const [by = '', ...modifiers] = node.type === 'CallExpression' ? namesOf(node['callee']) : []
    const [first, ...rest] = (node['arguments'] ?? []) as Node[]
    if (by === 'spec' || by === 'security')
      for (const argument of first ? [first, ...rest] : [])
        found.push({ by, id: String(argument['value']), runs: around ?? 'never' })
    // A test without a function hasn't been written yet.
    const own = runners.has(by) && rest.length > 0 ? runsOf(modifiers) : null
    const extended = extendedRunner(node, runners)
    if (extended) runners.add(extended)
    const runs = own && around ? rarer(own, around) : (own ?? around)
    for (const child of childrenOf(node)) walk(child, runs)
  }
  // The parser has a type for each kind of node, but all nodes are treated alike here.
  walk(program as unknown as Node, null)
  return found
}

const rarer = (one: Runs, other: Runs): Runs =>
  [one, other].find((each) => each === 'never') ??
  [one, other].find((each) => each === 'where it can') ??
  'always'

/** Returns the name in `const own = test.extend(…)`, or null for other nodes. */
function extendedRunner({ type, id, init }: Node, runners: Set<string>): string | null {
  if (type !== 'VariableDeclarator' || !isNode(id) || !isNode(init)) return null
  const [by = '', ...modifiers] = init.type === 'CallExpression' ? namesOf(init['callee']) : []
  return runners.has(by) && modifiers.join() === 'extend' ? String(id['name']) : null
}

export const sourceOf = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8')

export function boundTests(): (BoundTest & { file: string })[] {
  const options = { cwd: projectRoot, encoding: 'utf8' } as const
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx']
  const files = execFileSync('git', list, options).split('\n')
  return [...new Set(files)]
    .filter((file) => file !== '' && existsSync(path.join(projectRoot, file)))
    .map((file) => ({ file, source: sourceOf(file) }))
    .filter(({ source }) => source.includes('#test/support/requirements.ts'))
    .flatMap(({ file, source }) => boundIn(source, file).map((each) => ({ ...each, file })))
}
