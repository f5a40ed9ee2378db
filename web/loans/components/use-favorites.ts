import type { Favorite } from '#contract/loans/shapes.ts'
import { call, endpointQuery, isUnauthorized } from '#web/api/client.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { useRequireLogin } from '#web/forms/use-require-login.ts'
import { useQuery, useQueryClient, type MutationOptions } from '@tanstack/react-query'
import { withReason } from '#web/forms/refusal-text.ts'

export interface FavoriteLoan {
  isLoading: boolean
  isFavorite: boolean
  toggle: () => void
}

export function useFavorite(loanId: string): FavoriteLoan {
  const client = useQueryClient()
  const requireLogin = useRequireLogin()
  const { data: favorites, isLoading } = useQuery(favoritesQuery)

  function show(isFavorite: boolean) {
    client.setQueryData(
      favoritesQuery.queryKey,
      (known) => known && withFavorite(known, loanId, isFavorite),
    )
  }

  const change: MutationOptions<unknown, Error, boolean> = {
    // This key lets other requests detect pending updates.
    mutationKey: favoritesQuery.queryKey,
    // The scope makes mutations wait for each other so that quick clicks reach the server in order.
    scope: { id: `favorite-${loanId}` },
    mutationFn: (isFavorite: boolean) =>
      isFavorite
        ? call('addFavorite', { body: { loanId } })
        : call('removeFavorite', { params: { loanId } }),
    onMutate: async (isFavorite) => {
      await client.cancelQueries(favoritesQuery)
      show(isFavorite)
    },
    onError: (error, isFavorite) => {
      show(!isFavorite)
      if (isUnauthorized(error)) requireLogin('Please log in to favorite loans.')
      else {
        toast({
          title: 'Error',
          description: withReason('Failed to update favorite.', error),
          variant: 'destructive',
        })
      }
    },
  }

  const isFavorite = favorites?.some((favorite) => favorite.loanId === loanId) ?? false
  return {
    isLoading,
    isFavorite,
    toggle: () => {
      // The mutation cache is used directly, because `useMutation` isn't needed and would enlarge the initial bundle.
      const mutation = client.getMutationCache().build(client, change)
      // The mutation's callbacks have already reported the failure.
      mutation.execute(!isFavorite).catch(() => undefined)
    },
  }
}

const favoritesQuery = endpointQuery('listFavorites')

/**
 * Keeps the query for favorites mounted while the user switches between lists that use it. This hook never causes a
 * render.
 */
export function useKeptFavorites(): void {
  useQuery({ ...favoritesQuery, notifyOnChangeProps: [] })
}

function withFavorite(known: Favorite[], loanId: string, isFavorite: boolean): Favorite[] {
  const others = known.filter((favorite) => favorite.loanId !== loanId)
  if (!isFavorite) return others
  // A placeholder for the server's row until the list is refetched.
  return [...others, { id: '', userId: '', loanId, createdAt: '' }]
}
