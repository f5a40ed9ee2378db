import type { ImportProfile } from '#contract/imports/profiles.ts'
import type { ImportKind } from '#domain/imports/columns.ts'
import { call, endpointQuery } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { countColumns } from '#web/imports/words.ts'
import { FetchedList } from '#web/lists/FetchedList.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { Skeletons } from '#web/ui/display/Skeleton.tsx'
import { useKeptFocus } from '#web/ui/focus/use-kept-focus.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

const ConfirmDialog = onDemand(() =>
  import('#web/ui/overlays/ConfirmDialog.tsx').then((part) => part.ConfirmDialog),
)

export function Profiles({ kind }: { kind: ImportKind }) {
  const query = useQuery(endpointQuery('listImportProfiles', { query: { kind } }))
  const { title, keepFocus } = useKeptFocus()
  const [deleting, setDeleting] = useState<ImportProfile | null>(null)
  const remove = useAction({
    act: ({ id }: ImportProfile) => call('deleteImportProfile', { params: { id } }),
    failed: 'Failed to delete the profile.',
    onDone() {
      setDeleting(null)
      keepFocus()
    },
  })
  return (
    <Card as="section">
      <CardHeader>
        <CardTitle ref={title} tabIndex={-1} className="outline-none">
          Profiles
        </CardTitle>
        <CardDescription>How the files of a source are read.</CardDescription>
      </CardHeader>
      <CardContent>
        <FetchedList
          query={query}
          failed="The profiles couldn't be loaded"
          skeleton={<Skeletons count={1} className="h-12" />}
          empty={
            <p className="text-muted-foreground">
              None yet. When you've chosen the columns of a file, save them as a profile.
            </p>
          }
        >
          {(profiles) => (
            <ul role="list" aria-label="Profiles" className="grid divide-y rounded-lg border">
              {profiles.map((profile) => (
                <li
                  key={profile.id}
                  className="flex items-center justify-between gap-3 py-1.5 pr-1.5 pl-4"
                >
                  <p className="min-w-0 wrap-anywhere">
                    <span className="font-medium">{profile.name}</span>
                    <span className="block text-xs text-muted-foreground">
                      {describeProfile(profile)}
                    </span>
                  </p>
                  <Button
                    variant="ghost"
                    size="s"
                    aria-label={`Delete ${profile.name}`}
                    onClick={() => setDeleting(profile)}
                  >
                    Delete
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </FetchedList>
      </CardContent>
      {deleting && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setDeleting(null)}
          title="Delete Profile"
          text={`Delete “${deleting.name}”? It won't be proposed for files with its headers anymore.`}
          confirmLabel="Delete"
          destructive
          busy={remove.isPending}
          onConfirm={() => remove.mutate(deleting)}
          onClose={() => setDeleting(null)}
        />
      )}
    </Card>
  )
}

/** Returns text such as "12 columns, headers in row 3 of the sheet Tape". */
function describeProfile({ columns, sheet, headerRow }: ImportProfile): string {
  const imported = columns.filter(({ field }) => field !== null).length
  const place = `headers in row ${headerRow}${sheet === null ? '' : ` of the sheet ${sheet}`}`
  return `${countColumns(imported)}, ${place}`
}
