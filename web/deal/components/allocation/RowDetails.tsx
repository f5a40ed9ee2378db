import { Field, FieldError, RequiredMark } from '#web/ui/fields/Field.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { textLimits } from '#domain/texts.ts'

interface RowDetailsProps {
  name: string
  /** Why the shares typed in the row are refused, with the column's name. */
  refusals: readonly { id: string; name: string; message: string | undefined }[]
  /** Null as long as nothing is computed. */
  explanation: readonly string[] | null
  /** The reason for a share set by hand, or null without one. */
  reason: string | null
  message: string | undefined
  isReadOnly: boolean
  onReason: (reason: string) => void
}

/** Why a share is refused, the reason for a share set by hand, and the sentences that the lender reads. */
export function RowDetails({
  name,
  refusals,
  explanation,
  reason,
  message,
  isReadOnly,
  onReason,
}: RowDetailsProps) {
  return (
    <tr className="@max-4xl:block @max-4xl:border-b">
      <td colSpan={8} className="px-4.5 pb-3 @max-4xl:block @4xl:border-b @4xl:pl-11">
        <div className="grid max-w-3xl gap-3">
          {refusals.map(
            ({ id, name: column, message: refusal }) =>
              refusal && (
                <div key={id} className="flex flex-wrap gap-x-1.5 text-[0.8125rem]">
                  {column}:
                  <FieldError id={id} message={refusal} />
                </div>
              ),
          )}
          {reason !== null && (
            <Field
              label={
                <>
                  Reason for the share of {name}
                  <RequiredMark />
                </>
              }
              hint="A share set by hand needs one. The lender reads it."
              error={message}
            >
              <Input
                aria-required
                maxLength={textLimits.releaseReason}
                readOnly={isReadOnly}
                value={reason}
                onChange={({ target }) => onReason(target.value)}
              />
            </Field>
          )}
          {explanation && explanation.length > 0 && (
            <div className="rounded-lg bg-muted px-3 py-2">
              <h3 className="text-xs font-medium text-muted-foreground">{name} reads</h3>
              <p className="text-pretty">{explanation.join(' ')}</p>
            </div>
          )}
          {explanation?.length === 0 && (
            <p className="text-muted-foreground">Nothing is offered to {name}.</p>
          )}
        </div>
      </td>
    </tr>
  )
}
