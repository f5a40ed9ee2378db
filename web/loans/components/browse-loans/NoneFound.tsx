import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/display/Card.tsx'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'

export type NoneFoundProps = { hasFilters: boolean; onClear: () => void }

export function NoneFound({ hasFilters, onClear }: NoneFoundProps) {
  return (
    <Card>
      {hasFilters ? (
        <EmptyState
          kind="no-match"
          title="No loans available"
          text="No loan matches your search and filters."
          action={
            <Button variant="outline" onClick={onClear}>
              Clear Filters
            </Button>
          }
        />
      ) : (
        <EmptyState
          title="No loans available"
          text="New opportunities will appear here as soon as they open."
        />
      )}
    </Card>
  )
}
