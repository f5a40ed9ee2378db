/** Builds page URLs: `paths.loan(id)`, `paths.login()`. */
import { pages, type Page } from '#contract/pages.ts'

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never
type Builder<Path extends string> = [Names<Path>] extends [never]
  ? () => string
  : (...values: [string, ...string[]]) => string

export const paths = Object.fromEntries(
  Object.entries(pages).map(([page, pattern]) => [page, builder(pattern)]),
  // Object.fromEntries loses the type of each page's function.
) as { [P in Page]: Builder<(typeof pages)[P]> }

function builder(pattern: string) {
  return (...values: string[]) => {
    let next = 0
    return pattern.replace(/:\w+/g, () => encodeURIComponent(values[next++] ?? ''))
  }
}
