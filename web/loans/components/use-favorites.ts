import type { Favorite } from '#contract/loans/favorites.ts'
import { call, endpointQuery, isUnauthorized } from '#web/api/client.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { useRequireLogin } from '#web/forms/use-require-login.ts'
import { useQuery, useQueryClient, type MutationOptions } from '@tanstack/react-query'
import { withReason } from '#web/forms/refusal-text.ts'

export interface FavoriteLoan {
  isLoading: boolean
  isFavorite: boolean
  /** Shows the change at once, and reverts it if the server refuses. */
  toggle: () => void
}

/** Whether a loan is the user's favorite, and a function to change it. */
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
    // By this key the cache knows that the hearts show beforehand what is under way.
    mutationKey: favoritesQuery.queryKey,
    // Quick clicks on one heart reach the server in their order.
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
      // Without useMutation: the heart only reads the cache, and the first screen's code is smaller.
      const mutation = client.getMutationCache().build(client, change)
      // Its callbacks already reported the failure.
      mutation.execute(!isFavorite).catch(() => undefined)
    },
  }
}

const favoritesQuery = endpointQuery('listFavorites')

/** Keeps asking for the favorites while the hearts that show them take each other's place; renders nothing anew. */
export function useKeptFavorites(): void {
  useQuery({ ...favoritesQuery, notifyOnChangeProps: [] })
}

function withFavorite(known: Favorite[], loanId: string, isFavorite: boolean): Favorite[] {
  const others = known.filter((favorite) => favorite.loanId !== loanId)
  if (!isFavorite) return others
  // A stand-in for the server's row until the list is refetched.
  return [...others, { id: '', userId: '', loanId, createdAt: '' }]
}
