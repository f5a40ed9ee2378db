import { EllipsisVertical, Plus } from 'lucide-react'
import type { FirmList } from '#contract/audience/shapes.ts'
import { textLimits } from '#domain/texts.ts'
import { call, endpointQuery, errorMessage } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { useKeptFocus } from '#web/ui/focus/use-kept-focus.ts'
import { ActionMenu } from '#web/ui/overlays/ActionMenu.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countFirms, nameFirms } from './describe-audience.ts'

interface Firm {
  id: string
  name: string
  companyName?: string | null
}

interface FirmListsProps {
  /** The firms that can be admitted. Lists can also contain firms without an approved lender. */
  known: readonly Firm[]
  chosen: readonly Firm[]
  onAdmit: (firms: readonly Firm[]) => void
}

/** The saved lists of firms: adds their firms to the audience, and saves its firms as a list. */
export function FirmLists({ known, chosen, onAdmit }: FirmListsProps) {
  const lists = useQuery(endpointQuery('listFirmLists'))
  const { title: heading, keepFocus } = useKeptFocus()
  const [isNaming, setNaming] = useState(false)
  const { data, error } = lists
  const create = useAction({
    act: (name: string) =>
      call('createFirmList', { body: { name, firms: chosen.map(({ id }) => id) } }),
    done: ({ name }) => ({ title: 'List saved', description: name }),
    failed: "The list wasn't saved.",
    onDone: () => {
      setNaming(false)
      keepFocus()
    },
  })
  return (
    <section aria-labelledby="firm-lists" className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h3 id="firm-lists" ref={heading} tabIndex={-1} className="font-medium outline-none">
          Saved Lists
        </h3>
        {chosen.length > 0 && !isNaming && data && (
          <Button variant="ghost" size="s" className="-mr-2.5" onClick={() => setNaming(true)}>
            Save {chosen.length} {chosen.length === 1 ? 'Firm' : 'Firms'} as a List
          </Button>
        )}
      </div>
      {isNaming && (
        <NameForm
          label="Name of the list"
          initial=""
          isSaving={create.isPending}
          onSave={create.mutate}
          onCancel={() => {
            setNaming(false)
            keepFocus()
          }}
        />
      )}
      {data ? (
        data.length > 0 ? (
          <ul
            role="list"
            aria-labelledby="firm-lists"
            className="max-h-72 divide-y overflow-y-auto rounded-lg border"
          >
            {data.map((list) => (
              <ListRow
                key={list.id}
                list={list}
                known={known}
                chosen={chosen}
                onAdmit={onAdmit}
                onDeleted={keepFocus}
              />
            ))}
          </ul>
        ) : (
          !isNaming && (
            <p className="text-[0.8125rem] text-muted-foreground">
              Save the admitted firms as a list, such as “Southeast multifamily”, to choose them for
              other loans.
            </p>
          )
        )
      ) : error ? (
        <p role="alert" className="flex flex-wrap items-center gap-x-3">
          {errorMessage(error, "The lists couldn't be loaded.")}
          <Button
            variant="outline"
            size="s"
            busy={lists.isFetching}
            onClick={() => void lists.refetch()}
          >
            Retry
          </Button>
        </p>
      ) : (
        <>
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-11" />
        </>
      )}
    </section>
  )
}

function ListRow({
  list,
  known,
  chosen,
  onAdmit,
  onDeleted,
}: FirmListsProps & { list: FirmList; onDeleted: () => void }) {
  const [step, setStep] = useState<'rename' | 'delete' | null>(null)
  const params = { id: list.id }
  const rename = useAction({
    act: (name: string) => call('updateFirmList', { params, body: { name } }),
    failed: "The list wasn't renamed.",
    onDone: () => setStep(null),
  })
  const replace = useAction({
    act: () => call('updateFirmList', { params, body: { firms: chosen.map(({ id }) => id) } }),
    done: ({ name, firms }) => ({
      title: 'List updated',
      description: `${name}: ${countFirms(firms.length)}`,
    }),
    failed: "The list wasn't updated.",
  })
  const remove = useAction({
    act: () => call('deleteFirmList', { params }),
    failed: "The list wasn't deleted.",
    onDone: () => {
      setStep(null)
      onDeleted()
    },
  })
  const named = list.firms.map((firm) => known.find(({ id }) => id === firm.id) ?? firm)
  const addable = list.firms.filter(({ id }) => known.some((firm) => firm.id === id))
  const missing = addable.filter(({ id }) => !chosen.some((firm) => firm.id === id))
  if (step === 'rename')
    return (
      <li className="p-3">
        <NameForm
          label="New name"
          initial={list.name}
          isSaving={rename.isPending}
          onSave={rename.mutate}
          onCancel={() => setStep(null)}
        />
      </li>
    )
  return (
    <li className="flex min-h-11 items-center gap-1.5 py-1.5 pr-1.5 pl-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{list.name}</p>
        <p className="line-clamp-2 text-xs wrap-anywhere text-muted-foreground">
          {list.firms.length === 0
            ? 'No firms'
            : named.length <= 3
              ? nameFirms(named)
              : `${countFirms(named.length)}: ${nameFirms(named)}`}
        </p>
      </div>
      {missing.length > 0 ? (
        <Button
          variant="outline"
          size="s"
          aria-label={`Add ${countFirms(missing.length)} of ${list.name}`}
          onClick={() => onAdmit(missing)}
        >
          <Plus aria-hidden="true" />
          Add {missing.length}
        </Button>
      ) : (
        <span className="shrink-0 text-xs text-muted-foreground">
          {addable.length > 0 ? 'All added' : 'None to add'}
        </span>
      )}
      <ActionMenu
        trigger={
          <Button
            variant="ghost"
            size="icon"
            busy={replace.isPending}
            aria-label={`Actions for ${list.name}`}
          >
            <EllipsisVertical aria-hidden="true" />
          </Button>
        }
        actions={[
          { label: 'Rename', onSelect: () => setStep('rename') },
          {
            label: 'Replace Firms',
            hint: `The list becomes the ${countFirms(chosen.length)} admitted here.`,
            disabled: chosen.length === 0,
            onSelect: () => replace.mutate(),
          },
          { label: 'Delete', onSelect: () => setStep('delete') },
        ]}
      />
      <ConfirmDialog
        open={step === 'delete'}
        onOpenChange={(open) => !open && setStep(null)}
        title="Delete List"
        text={`Delete “${list.name}”? Loans that it was chosen for keep their admitted firms.`}
        confirmLabel="Delete"
        destructive
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </li>
  )
}

interface NameFormProps {
  label: string
  initial: string
  isSaving: boolean
  onSave: (name: string) => void
  onCancel: () => void
}

function NameForm({ label, initial, isSaving, onSave, onCancel }: NameFormProps) {
  const [name, setName] = useState(initial)
  const [isMissing, setMissing] = useState(false)
  return (
    <form
      noValidate
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(name.trim() === '')
        if (name.trim() && !isSaving) onSave(name)
      }}
    >
      <Field label={label} error={isMissing ? 'Name is required' : undefined}>
        <Input
          // The form replaces the pressed button, so focus must move elsewhere.
          autoFocus
          maxLength={textLimits.filterName}
          placeholder="Southeast multifamily"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" variant="outline" size="s" busy={isSaving}>
          Save List
        </Button>
        <Button variant="ghost" size="s" disabled={isSaving} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
