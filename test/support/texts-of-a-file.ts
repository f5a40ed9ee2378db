/**
 * Finds prose in a file: string literals, templates, and JSX in the project's sources, and Markdown. Excludes code,
 * SQL, and single words.
 */
import { parseSync } from 'vite'

export interface FoundText {
  text: string
  start: number
}

interface Node {
  type: string
  start: number
  [part: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** Matches an SQL statement that isn't tagged with `sql`. The project's statements begin in lowercase. */
const sqlStatement =
  /^\s*\(?(alter|begin|commit|copy|create|delete|drop|insert|lock|revoke|select|set|truncate|union|update|with)\s/

/** A single word may be a name in the code, such as `'application'` or `'mails'`. */
const isProse = (text: string) => /\S\s+\S/.test(text) && !sqlStatement.test(text)

function parse(source: string, file: string): Node {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} can't be parsed: ${errors[0]?.message}`)
  // The parser has a type for each kind of node, but all nodes are treated alike here.
  return program as unknown as Node
}

export function textsOfSource(source: string, file = 'source.tsx'): FoundText[] {
  const found: FoundText[] = []
  const visit = (node: Node) => {
    const text = textOf(node)
    if (text !== null && isProse(text)) found.push({ text, start: node.start })
    if (!isSql(node)) childrenOf(node).forEach(visit)
  }
  visit(parse(source, file))
  return found
}

export function titlesOfTests(source: string, file = 'source.test.ts'): FoundText[] {
  const found: FoundText[] = []
  const visit = (node: Node) => {
    const [title] = node.type === 'CallExpression' && isOfTests(node) ? argumentsOf(node) : []
    const text = title && textOf(title)
    if (title && text) found.push({ text, start: title.start })
    childrenOf(node).forEach(visit)
  }
  visit(parse(source, file))
  return found
}

const argumentsOf = (call: Node) => call['arguments'] as Node[]

const runners = new Set(['describe', 'it', 'test', 'testOnPhone', 'testAtSize'])

function isOfTests(node: Node): boolean {
  if (node.type === 'Identifier') return runners.has(String(node['name']))
  const inner = [node['callee'], node['object'], node['tag']].find(isNode)
  return inner !== undefined && isOfTests(inner)
}

function textOf(node: Node): string | null {
  if (node.type === 'TemplateLiteral')
    return (node['quasis'] as { value: { cooked: string | null } }[])
      .map(({ value }) => value.cooked ?? '')
      .join('…')
  const isText = node.type === 'Literal' || node.type === 'JSXText'
  return isText && typeof node['value'] === 'string' ? node['value'] : null
}

function isSql({ type, tag }: Node): boolean {
  return type === 'TaggedTemplateExpression' && isNode(tag) && tag['name'] === 'sql'
}

export function textsOfMarkdown(source: string): FoundText[] {
  const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ')
  const prose = source
    .replaceAll(/^```[\s\S]*?^```/gm, blank)
    .replaceAll(/`[^`\n]*`/g, blank)
    .replaceAll(/\]\([^)\n]*\)/g, blank)
  return [...prose.matchAll(/^.*\S[^\S\n]+\S.*$/gm)].map(({ 0: text, index }) => ({
    text,
    start: index,
  }))
}

/** Returns a TypeScript or JavaScript file's comments. Consecutive line comments count as one. */
export function commentsOfSource(source: string, file = 'source.tsx'): FoundText[] {
  const found: (FoundText & { end: number })[] = []
  for (const { value, start, end } of parseSync(file, source).comments) {
    const last = found.at(-1)
    const text = value.replaceAll(/^[ \t]*\*+/gm, '')
    const between = last && source.slice(last.end, start)
    if (last && between !== undefined && /^[ \t]*\n[ \t]*$/.test(between)) {
      last.text += `\n${text}`
      last.end = end
    } else found.push({ text, start, end })
  }
  return found
}
