import { isLender } from '#domain/access.ts'
import type { Photo } from '#contract/documents/shapes.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { endpointQuery } from '#web/api/client.ts'
import { hasPicture, type LoanImageProps } from '#web/loans/components/LoanImage.tsx'
import { useSession } from '#web/session.ts'
import { useQuery } from '@tanstack/react-query'
import { objectPath } from './stored-file.ts'

/**
 * Returns the photos that the user can see, cover first, and the loan's picture: the linked image, the cover, or the
 * first photo. `picture` is undefined until the choice is known.
 */
export function useLoanPhotos(loan: Loan) {
  const { role } = useSession()
  const mayOpen = (isLender(role) || role === 'admin') && loan.isTeaser !== 'true'
  const { data: photos = [], isPending } = useQuery({
    ...endpointQuery('listLoanPhotos', { params: { loanId: loan.id } }),
    enabled: mayOpen,
  })
  const sorted = coverFirst(photos)
  return { photos: sorted, picture: pictureOf(loan, sorted[0], mayOpen && isPending) }
}

function pictureOf(
  loan: Loan,
  first: Photo | undefined,
  isPending: boolean,
): LoanImageProps['loan'] | null | undefined {
  if (hasPicture(loan)) return loan
  if (first) return { imageUrl: null, coverUrl: objectPath(first.fileUrl) }
  return isPending ? undefined : null
}

const coverFirst = (photos: readonly Photo[]) =>
  photos.toSorted((a, b) => Number(b.isCover === 'true') - Number(a.isCover === 'true'))
