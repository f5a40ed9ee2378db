/**
 * Finds the tests that a file declares by parsing it, so text that only looks like a test isn't
 * counted.
 */
import { parseSync } from 'vite'

export interface FoundTest {
  /** As written, with placeholders. */
  name: string
  /** A test that is skipped unconditionally, or not written yet, never runs. */
  runs: 'always' | 'where it can' | 'never'
}
type Runs = FoundTest['runs']

/** The parts of the parser's nodes that are used here. */
interface Node {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

interface Declared {
  /** `it`, `describe` or a name defined in the file. */
  by: string
  modifiers: string[]
}

/** For `it.skipIf(x).each(y)`: declared by `it`, with the modifiers skipIf and each. */
function declaredBy(callee: Node): Declared | null {
  if (callee.type === 'Identifier') return { by: String(callee['name']), modifiers: [] }
  if (callee.type === 'MemberExpression') {
    const { object, property } = callee
    const inner = isNode(object) ? declaredBy(object) : null
    const modifier = isNode(property) ? String(property['name']) : ''
    return inner && { by: inner.by, modifiers: [...inner.modifiers, modifier] }
  }
  // The result of `each(…)` and similar functions is called in turn.
  const next = callee.type === 'CallExpression' ? callee['callee'] : callee['tag']
  return isNode(next) ? declaredBy(next) : null
}

const never = new Set(['skip', 'todo', 'fixme', 'fail', 'fails'])
const whereItCan = new Set(['skipIf', 'runIf'])
/** Other modifiers with which a test still runs. */
const plain = new Set(['each', 'for', 'concurrent', 'sequential', 'serial', 'parallel', 'describe'])

/** Null for a call that declares no test, such as `test.extend(…)` or `test.beforeAll(…)`. */
function runsOf(modifiers: string[]): Runs | null {
  if (modifiers.some((each) => never.has(each))) return 'never'
  if (modifiers.some((each) => whereItCan.has(each))) return 'where it can'
  return modifiers.every((each) => plain.has(each)) ? 'always' : null
}

const rarer = (one: Runs, other: Runs): Runs =>
  [one, other].find((each) => each === 'never') ??
  [one, other].find((each) => each === 'where it can') ??
  'always'

/** Every test, and every group that contains one. */
export function testsOf(source: string, file = 'source.ts'): FoundTest[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`)
  const found: FoundTest[] = []
  const runners = new Set(['it', 'test'])

  /** Whether there is a test below the node that may run. */
  const walk = (node: Node, around: Runs): boolean => {
    const extended = extendedRunner(node, runners)
    if (extended) runners.add(extended)
    const named = node.type === 'CallExpression' ? namedCall(node, source) : null
    const own = named && runsOf(named.modifiers)
    const runs = own ? rarer(own, around) : around
    if (named && own && runners.has(named.by) && !named.modifiers.includes('describe')) {
      found.push({ name: named.name, runs })
      return runs !== 'never'
    }
    const isGroup = named && own && (named.by === 'describe' || runners.has(named.by))
    const holdsOne = childrenOf(node)
      .map((child) => walk(child, isGroup ? runs : around))
      .some(Boolean)
    if (isGroup && holdsOne) found.push({ name: named.name, runs })
    return holdsOne
  }
  // The parser's types name each kind of node; here all are treated alike.
  walk(program as unknown as Node, 'always')
  return found
}

/** A call whose first argument is a text, and that has further arguments. */
function namedCall(node: Node, source: string): (Declared & { name: string }) | null {
  const { callee } = node
  const [first, ...rest] = node['arguments'] as Node[]
  const isText = first?.type === 'Literal' || first?.type === 'TemplateLiteral'
  if (!first || !isText || !isNode(callee)) return null
  // A test without a function isn't written yet.
  if (rest.length === 0) return null
  const declared = declaredBy(callee)
  return declared && { ...declared, name: source.slice(first.start + 1, first.end - 1) }
}

/** The name in `const own = test.extend(…)`; null for anything else. */
function extendedRunner(node: Node, runners: Set<string>): string | null {
  const { id, init } = node
  if (node.type !== 'VariableDeclarator' || !isNode(id) || !isNode(init)) return null
  if (init.type !== 'CallExpression' || !isNode(init['callee'])) return null
  const made = declaredBy(init['callee'])
  const isOne = made && runners.has(made.by) && made.modifiers.join() === 'extend'
  return isOne ? String(id['name']) : null
}
