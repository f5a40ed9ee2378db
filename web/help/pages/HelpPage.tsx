import { company } from '#web/company/company.ts'
import { SearchBox } from '#web/lists/SearchBox.tsx'
import { useSession } from '#web/session.ts'
import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'
import { useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { helpForAdministrators } from '#web/help/for-administrators.ts'
import { helpForLenders } from '#web/help/for-lenders.ts'
import { textLimits } from '#domain/texts.ts'
import { HelpGroups } from '#web/help/HelpGroups.tsx'
import { searchHelp, type HelpGroup } from '#web/help/help-text.ts'

export function HelpPage() {
  const { isAdmin } = useSession()
  const [search, setSearch] = useAddressedSearch()
  const box = useRef<HTMLDivElement>(null)
  function clear() {
    setSearch('')
    // The focused button is removed, so focus must move elsewhere.
    box.current?.querySelector('input')?.focus()
  }
  return (
    <div className="grid grid-cols-1 gap-5">
      <header className="grid gap-3">
        <div>
          <h1 className="text-title font-semibold tracking-tight">Help</h1>
          <p className="text-muted-foreground">
            {isAdmin ? (
              'Answers for administrators, then those for lenders'
            ) : (
              <>
                Didn't find it? Write to{' '}
                <a href={`mailto:${company.email}`} className="underline underline-offset-3">
                  {company.email}
                </a>
                .
              </>
            )}
          </p>
        </div>
        <div ref={box} className="w-full lg:flex lg:max-w-md">
          <SearchBox label="Search help" search={search} onSearch={setSearch} />
        </div>
      </header>
      <PartBoundary>
        <FoundHelp search={search} onClear={clear} groups={isAdmin ? allHelp : helpForLenders} />
      </PartBoundary>
    </div>
  )
}

const allHelp = [...helpForAdministrators, ...helpForLenders]

interface FoundHelpProps {
  search: string
  onClear: () => void
  groups: readonly HelpGroup[]
}

function FoundHelp({ search, onClear, groups }: FoundHelpProps) {
  // This effect runs here instead of in a heading, because an empty search result renders no headings.
  useEffect(() => {
    showAddressed()
    window.addEventListener('hashchange', showAddressed)
    return () => window.removeEventListener('hashchange', showAddressed)
  }, [])
  const found = searchHelp(groups, search)
  const count = found.reduce((sum, { texts }) => sum + texts.length, 0)
  return (
    <>
      <p role="status" className="sr-only">
        {search && `${count} ${count === 1 ? 'answer' : 'answers'} found`}
      </p>
      {count > 0 ? (
        <HelpGroups groups={found} />
      ) : (
        <EmptyState
          kind="no-match"
          title="No answers found"
          text="No help text has all these words."
          action={
            <Button variant="outline" onClick={onClear}>
              Clear Search
            </Button>
          }
        />
      )}
    </>
  )
}

/** The search is stored only in the URL so that a reload keeps it. Each change replaces the history entry. */
function useAddressedSearch() {
  const [pathname, navigate] = useLocation()
  const search = new URLSearchParams(useSearch()).get('search') ?? ''
  const change = (next: string) =>
    navigate(next ? `${pathname}?${new URLSearchParams({ search: next })}` : pathname, {
      replace: true,
    })
  return [search.slice(0, textLimits.search), change] as const
}

/**
 * Scrolls to the target of the URL fragment. The browser itself looks for the target before the content is rendered.
 */
function showAddressed() {
  const heading = document.getElementById(location.hash.slice(1))
  if (!heading) return
  heading.focus({ preventScroll: true })
  heading.scrollIntoView()
}
