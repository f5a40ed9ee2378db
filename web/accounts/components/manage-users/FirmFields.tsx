import type { User } from '#contract/accounts/users.ts'
import type { FirmSummary } from '#contract/firms/shapes.ts'
import { firmRoleLabels, firmRoles, type FirmRole } from '#domain/access.ts'
import { endpointQuery } from '#web/api/client.ts'
import { isSearching, SearchedCombobox, useOptionSearch } from '#web/lists/SearchedCombobox.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { NativeSelect } from '#web/ui/fields/NativeSelect.tsx'
import type { ComboboxOption } from '#web/ui/fields/Combobox.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type Ref } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { UserFields } from './EditUserDialog.tsx'

interface FirmFieldsProps {
  /** The field of the firm. */
  ref: Ref<HTMLInputElement>
  form: UseFormReturn<UserFields, unknown, UserFields>
  user: User
  isSelf: boolean
}

const most = 20

const accessHints: Record<FirmRole, string> = {
  viewer: 'Reads loans and positions, and asks questions.',
  committer: 'Reads, asks, and commits for the firm.',
  manager: "Reads, asks, commits, and manages the firm's people.",
}

/** Moves the person to another firm, and sets the role in it. */
export function FirmFields({ ref, form, user, isSelf }: FirmFieldsProps) {
  const { errors } = form.formState
  const [firm, setFirm] = useState<ComboboxOption | null>({
    id: user.firmId,
    label: user.firmName ?? `${user.name} (unnamed)`,
  })
  const firmRole = useWatch({ control: form.control, name: 'firmRole' })
  const search = useOptionSearch()
  const query = useQuery({
    ...endpointQuery('listFirms', {
      query: { ...(search.search && { search: search.search }), limit: String(most) },
    }),
    placeholderData: keepPreviousData,
  })
  const options = isSearching(search, query)
    ? []
    : (query.data ?? []).flatMap((found) =>
        found.isOriginator === 'true' || found.deactivatedAt !== null ? [] : [optionOf(found)],
      )
  return (
    <>
      <SearchedCombobox
        ref={ref}
        label="Firm"
        hint="Holds the commitments and messages of its people."
        error={errors.firmId?.message}
        listLabel="Firms"
        placeholder="Choose a firm: name, person or email"
        value={firm}
        onChange={(option) => {
          setFirm(option)
          form.setValue('firmId', option?.id ?? user.firmId, { shouldDirty: true })
          // The role in the previous firm doesn't apply to another firm.
          form.setValue(
            'firmRole',
            option && option.id !== user.firmId ? 'viewer' : user.firmRole,
            {
              shouldDirty: true,
            },
          )
          form.clearErrors('firmId')
        }}
        options={options}
        noun="firm"
        maxFound={most}
        found={options.length}
        search={search}
        query={query}
      />
      <Field
        label="Firm access"
        hint={isSelf ? "You can't change your own role." : accessHints[firmRole ?? 'viewer']}
        error={errors.firmRole?.message}
      >
        <NativeSelect disabled={isSelf} {...form.register('firmRole')}>
          {firmRoles.map((role) => (
            <option key={role} value={role}>
              {firmRoleLabels[role]}
            </option>
          ))}
        </NativeSelect>
      </Field>
    </>
  )
}

const optionOf = ({ id, displayName, companyName, people }: FirmSummary): ComboboxOption => ({
  id,
  label: companyName ?? displayName,
  detail: [companyName && displayName, people === 1 ? '1 person' : `${people} people`]
    .filter(Boolean)
    .join(', '),
})
