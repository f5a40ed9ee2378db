import type { Allocation } from '#domain/deal/allocation.ts'
import { mainName, type HolderNames } from '#domain/book/deal/holder-names.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { NativeSelect } from '#web/ui/fields/NativeSelect.tsx'
import { describeChanges } from './comparison.ts'
import { OrderParameter } from './RuleFields.tsx'
import { comparedLabels, type ComparedWith, type Comparison } from './use-comparison.ts'

interface CompareBarProps {
  comparison: Comparison
  /** Null as long as a field is refused. */
  shown: Allocation | null
  names: ReadonlyMap<string, HolderNames>
  hasDraft: boolean
}

const kinds = Object.keys(comparedLabels) as ComparedWith[]

/** Says who gains and who loses against a saved draft or another rule. */
export function CompareBar({ comparison, shown, names, hasDraft }: CompareBarProps) {
  const nameOf = (firmId: string) => {
    const lender = names.get(firmId)
    return lender ? mainName(lender) : 'Unknown lender'
  }
  const { kind, parameter, shares, messages, label } = comparison
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-3 rounded-lg bg-muted px-3.5 py-3 print:px-0">
      <Field label="Compare with" className="w-full @xl:w-56 print:hidden">
        <NativeSelect
          value={kind}
          onChange={({ target }) =>
            comparison.choose(kinds.find((each) => each === target.value) ?? 'plain')
          }
        >
          {kinds.map((each) => (
            <option key={each} value={each} disabled={each === 'saved' && !hasDraft}>
              {comparedLabels[each]}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <OrderParameter
        input={parameter}
        messages={messages}
        isReadOnly={false}
        onChange={comparison.change}
      />
      <p aria-live="polite" className="flex-1 basis-72 self-center text-pretty @max-xl:basis-full">
        {shown && shares ? (
          <>
            <span className="font-medium">Against “{label}”:</span>{' '}
            {describeChanges(shown, shares, nameOf)}
          </>
        ) : shown ? (
          'The other rule can’t be computed with these pins and shares by hand.'
        ) : (
          'The allocation appears when the marked fields are fixed.'
        )}
      </p>
    </div>
  )
}
