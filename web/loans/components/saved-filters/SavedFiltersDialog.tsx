import { maxSavedFilters } from '#contract/loans/saved-filters.ts'
import { endpointQuery } from '#web/api/client.ts'
import { FetchedList } from '#web/lists/FetchedList.tsx'
import { isFiltered, type BrowseState } from '#web/loans/components/browse-loans/url-filters.ts'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'
import { Skeletons } from '#web/ui/display/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { SavedFilterItem } from './SavedFilterItem.tsx'
import { SaveFiltersForm } from './SaveFiltersForm.tsx'

export type SavedFiltersDialogProps = {
  /** The page's state, which can be saved. Opening a saved filter doesn't change the order or the view. */
  state: BrowseState
  onClose: () => void
}

export function SavedFiltersDialog({ state, onClose }: SavedFiltersDialogProps) {
  const query = useQuery(endpointQuery('listSavedFilters'))
  const count = query.data?.length ?? 0
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Saved Filters"
      description="Open a filter, or be notified of new loans that match it."
    >
      <div className="grid gap-5">
        {isFiltered(state) &&
          (count < maxSavedFilters ? (
            <SaveFiltersForm filters={state} />
          ) : (
            <p className="text-muted-foreground">
              You have {maxSavedFilters} saved filters. Delete one to save another.
            </p>
          ))}
        <FetchedList
          query={query}
          failed="The saved filters couldn't be loaded"
          skeleton={<Skeletons count={2} className="h-20" />}
          empty={
            <EmptyState
              title="No saved filters yet"
              text="Choose filters on Browse Loans, then save them here."
            />
          }
        >
          {(saved) => (
            <ul role="list" aria-label="Saved filters" className="grid gap-3">
              {saved.map((filter) => (
                <SavedFilterItem key={filter.id} filter={filter} state={state} onOpen={onClose} />
              ))}
            </ul>
          )}
        </FetchedList>
      </div>
    </Dialog>
  )
}
