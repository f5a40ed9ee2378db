import { textLimits } from '#domain/texts.ts'
import { useAction } from '#web/forms/use-action.ts'
import { call } from '#web/api/client.ts'
import type { BrowseFilters } from '#web/loans/components/browse-loans/url-filters.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { useState } from 'react'
import { conditionsOf, describeFilters, neverMatchesBecause } from './saved-conditions.ts'

export function SaveFiltersForm({ filters }: { filters: BrowseFilters }) {
  const [name, setName] = useState('')
  const [isNotifying, setNotifying] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const obstacle = neverMatchesBecause(filters)
  const save = useAction({
    act: () =>
      call('createSavedFilter', {
        body: {
          ...conditionsOf(filters),
          name,
          isNotifying: isNotifying && !obstacle ? 'true' : 'false',
        },
      }),
    done: (saved) => ({ title: 'Filter saved', description: saved.name }),
    failed: 'Failed to save the filter.',
    onDone: () => setName(''),
  })
  return (
    <form
      noValidate
      aria-label="Save current filters"
      className="grid gap-3 rounded-lg border p-4"
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(name.trim() === '')
        if (name.trim() && !save.isPending) save.mutate()
      }}
    >
      <p className="text-muted-foreground wrap-anywhere">{describeFilters(filters)}</p>
      <Field label="Name" error={isMissing ? 'Name is required' : undefined}>
        <Input
          maxLength={textLimits.filterName}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <Checkbox
        label="Notify me when a loan matches"
        hint={obstacle}
        checked={isNotifying && !obstacle}
        disabled={obstacle !== null}
        onChange={({ target }) => setNotifying(target.checked)}
      />
      <Button type="submit" className="justify-self-start" busy={save.isPending}>
        Save Filters
      </Button>
    </form>
  )
}
