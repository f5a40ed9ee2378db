import type { UploadKind } from '#domain/documents/files.ts'
import { errorMessage } from '#web/api/client.ts'
import { SearchBox } from '#web/lists/SearchBox.tsx'
import type { AdminState } from '#web/admin-panel/admin-state.ts'
import { ListMoreLoans, LoanNativeSelect } from '#web/loans/components/LoanNativeSelect.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { loansWithFilesQuery } from './loan-files.ts'

export interface FileFilterBarProps {
  kind: UploadKind
  state: AdminState
  onChange: (part: Partial<AdminState>, options?: { replace: boolean }) => void
}

export function FileFilterBar({ kind, state, onChange }: FileFilterBarProps) {
  const loans = useInfiniteQuery({
    ...loansWithFilesQuery(kind, { search: state.search.trim(), loanId: '' }, loansInSelect),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  return (
    <div className="grid gap-2.5 px-4.5 py-4 lg:flex print:hidden">
      <SearchBox
        label={`Search ${kind}s`}
        placeholder={placeholders[kind]}
        search={state.search}
        // The first search adds a history entry. Refining the search doesn't.
        onSearch={(search) => onChange({ search }, { replace: state.search !== '' })}
      />
      <div className="grid min-w-0 content-start gap-1.5 lg:w-80">
        <Field
          label="Loan"
          hideLabel
          error={loans.error ? errorMessage(loans.error, loans.error.message) : undefined}
        >
          {(control) => (
            <LoanNativeSelect
              query={loans}
              value={state.loan}
              onChange={(loan) => onChange({ loan })}
              none="All Loans"
              control={control}
            />
          )}
        </Field>
        <ListMoreLoans query={loans} />
      </div>
    </div>
  )
}

const loansInSelect = 200

const placeholders: Record<UploadKind, string> = {
  document: 'Filename, loan or borrower...',
  photo: 'Filename, caption or loan...',
}
