import type { StatementProposals } from '#contract/deal/statements.ts'
import { lineName } from './describe-statement.ts'
import { LinesFold } from './LinesFold.tsx'

interface ProblemLinesProps {
  found: Pick<StatementProposals, 'format' | 'problems' | 'problemCount'>
}

/** Names by line what the bank's file doesn't say clearly. */
export const ProblemLines = ({ found: { format, problems, problemCount } }: ProblemLinesProps) => (
  <LinesFold title="Problems" count={problemCount} listed={problems.length}>
    <ul className="grid gap-1.5 bg-warning-soft px-4.5 py-3 text-warning">
      {problems.map(({ line, message }, place) => (
        // A file on one line can have the same problem twice, and the order never changes.
        <li key={place} className="text-pretty wrap-anywhere">
          <b className="font-semibold">
            {lineName(format)} {line}:
          </b>{' '}
          {message}
        </li>
      ))}
    </ul>
  </LinesFold>
)
