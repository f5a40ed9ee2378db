import type { SavedFilter } from '#contract/loans/saved-filters.ts'
import { textLimits } from '#domain/texts.ts'
import { useAction } from '#web/forms/use-action.ts'
import { call } from '#web/api/client.ts'
import {
  printBrowseState,
  type BrowseState,
} from '#web/loans/components/browse-loans/url-filters.ts'
import { paths } from '#web/addresses/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { useState } from 'react'
import { Link } from 'wouter'
import { describeFilters, filtersOf, neverMatchesBecause } from './saved-conditions.ts'

export type SavedFilterItemProps = {
  filter: SavedFilter
  state: BrowseState
  onOpen: () => void
}

export function SavedFilterItem({ filter, state, onOpen }: SavedFilterItemProps) {
  const [step, setStep] = useState<'rename' | 'delete' | null>(null)
  const filters = filtersOf(filter)
  const obstacle = neverMatchesBecause(filters)
  const params = { id: filter.id }
  const notify = useAction({
    act: (isNotifying: boolean) =>
      call('updateSavedFilter', {
        params,
        body: { isNotifying: isNotifying ? 'true' : 'false' },
      }),
    failed: 'Failed to change the notifications.',
  })
  const remove = useAction({
    act: () => call('deleteSavedFilter', { params }),
    failed: 'Failed to delete the filter.',
    onDone: () => setStep(null),
  })
  return (
    <li className="grid gap-1 rounded-lg border p-4">
      {step === 'rename' ? (
        <RenameForm filter={filter} onDone={() => setStep(null)} />
      ) : (
        <>
          <Link
            href={`${paths.loans()}?${printBrowseState({ ...state, ...filters })}`}
            onClick={onOpen}
            className="justify-self-start font-medium text-primary underline-offset-4 wrap-anywhere hover:underline"
          >
            {filter.name}
          </Link>
          <p className="text-[0.8125rem] text-muted-foreground wrap-anywhere">
            {describeFilters(filters)}
          </p>
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <Checkbox
              label="Notify me when a loan matches"
              aria-label={`Notify me when a loan matches ${filter.name}`}
              hint={obstacle}
              checked={!obstacle && (notify.isPending ? notify.variables : isOn(filter))}
              disabled={obstacle !== null}
              onChange={({ target }) => !notify.isPending && notify.mutate(target.checked)}
            />
            <div className="-mr-2 flex gap-1">
              <Button
                variant="ghost"
                size="s"
                aria-label={`Rename ${filter.name}`}
                onClick={() => setStep('rename')}
              >
                Rename
              </Button>
              <Button
                variant="ghost"
                size="s"
                aria-label={`Delete ${filter.name}`}
                onClick={() => setStep('delete')}
              >
                Delete
              </Button>
            </div>
          </div>
        </>
      )}
      <ConfirmDialog
        open={step === 'delete'}
        onOpenChange={(open) => !open && setStep(null)}
        title="Delete Saved Filter"
        text={`Delete “${filter.name}”? You won't be notified of loans that match it.`}
        confirmLabel="Delete"
        destructive
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </li>
  )
}

const isOn = ({ isNotifying }: SavedFilter) => isNotifying === 'true'

function RenameForm({ filter, onDone }: { filter: SavedFilter; onDone: () => void }) {
  const [name, setName] = useState(filter.name)
  const [isMissing, setMissing] = useState(false)
  const rename = useAction({
    act: () => call('updateSavedFilter', { params: { id: filter.id }, body: { name } }),
    failed: 'Failed to rename the filter.',
    onDone,
  })
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(name.trim() === '')
        if (name.trim() && !rename.isPending) rename.mutate()
      }}
    >
      <Field label="New name" error={isMissing ? 'Name is required' : undefined}>
        <Input
          // The form replaces the pressed button, so focus must move elsewhere.
          autoFocus
          maxLength={textLimits.filterName}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <div className="flex gap-2">
        {/* This button isn't primary, because the dialog's primary button saves the page's filters. */}
        <Button type="submit" variant="outline" busy={rename.isPending}>
          Save
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
