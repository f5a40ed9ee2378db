/** Converts between saved filters and the page's filters. */
import type { NewSavedFilter, SavedFilter } from '#contract/loans/saved-filters.ts'
import { mapFigureFilters } from '#domain/loans/figure-filters.ts'
import type { BrowseFilters } from '#web/loans/components/browse-loans/url-filters.ts'
import { activeFilters } from '#web/loans/components/browse-loans/filter-texts.ts'

const flagText = (flag: 'true' | 'false') => (flag === 'true' ? 'true' : '')

export const filtersOf = (saved: SavedFilter): BrowseFilters => ({
  search: saved.search ?? '',
  status: saved.status ?? '',
  type: saved.propertyType ?? '',
  location: saved.location ?? '',
  ...mapFigureFilters((name) => saved[name] ?? ''),
  favorites: flagText(saved.favorites),
  held: flagText(saved.held),
})

export const conditionsOf = (filters: BrowseFilters): Omit<NewSavedFilter, 'name'> => ({
  search: filters.search,
  status: filters.status || null,
  propertyType: filters.type,
  location: filters.location,
  ...mapFigureFilters((name) => filters[name]),
  favorites: filters.favorites || 'false',
  held: filters.held || 'false',
})

export const describeFilters = (filters: BrowseFilters): string =>
  activeFilters(filters)
    .map(({ text }) => text)
    .join(' · ') || 'All loans'

export function neverMatchesBecause({
  favorites,
  held,
  status,
}: Pick<BrowseFilters, 'favorites' | 'held' | 'status'>): string | null {
  if (favorites || held) return "A new loan can't be a favorite, or one that you hold."
  return status === 'funded' ? 'Nobody is notified of funded loans.' : null
}
