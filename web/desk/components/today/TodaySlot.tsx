import { adminKinds, type StaleSoft } from './admin-kinds.tsx'
import { TodayCard } from './TodayCard.tsx'
import { useLenderKinds } from './lender-kinds.tsx'
import { useSession } from '#web/session.ts'
import { Card } from '#web/ui/display/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { maxCounted } from '#domain/limits.ts'
import { endpointQuery } from '#web/api/client.ts'
import { useKeptFocus } from '#web/ui/focus/use-kept-focus.ts'
import { useQuery } from '@tanstack/react-query'
import { firmUpText } from '#web/messages/components/suggested-texts.ts'
import { usePhone } from '#web/ui/use-matches.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useRef, useState } from 'react'

const WriteToLendersDialog = onDemand(() =>
  import('#web/messages/components/WriteToLendersDialog.tsx').then(
    (part) => part.WriteToLendersDialog,
  ),
)

/** The open tasks. The card reserves space for its rows so that the layout doesn't shift. */
export function TodaySlot() {
  const { role, mustSetUp } = useSession()
  const { data: stats } = useQuery(endpointQuery('getStats'))
  const isEmptyDesk = stats?.totalLoansCount === 0
  if (role === 'pending' || mustSetUp) return null
  const isAdmin = role === 'admin'
  const room = isEmptyDesk ? 'min-h-40' : cx(threeRows, isAdmin ? sixRows : fiveRows)
  return (
    <Card as="section" aria-labelledby="today" className={cx('flex flex-col', room)}>
      {isAdmin ? (
        <AdminToday isEmptyDesk={isEmptyDesk} />
      ) : (
        <LenderToday isEmptyDesk={isEmptyDesk} />
      )}
    </Card>
  )
}

/**
 * The height of the card with three rows: borders, a header of 52 px, and rows of 56 px. On phones, the header is 60 px
 * high and each row is 64 px high. The card has space for all rows that it shows at first.
 */
const threeRows = 'min-h-[13.875rem] max-sm:min-h-[15.875rem]'
const fiveRows = 'md:min-h-[20.875rem]'
const sixRows = 'md:min-h-[24.375rem]'

/** On phones, the platform's figures follow the card, so it shows only as many rows as it has space for. */
const mostOnPhone = 3

interface OfDesk {
  isEmptyDesk: boolean
}

/** All tasks are loaded only when they are shown. Until then, and if that fails, the first of each type are listed. */
const wholeLists = { query: { limit: String(maxCounted) } }

function AdminToday({ isEmptyDesk }: OfDesk) {
  const [isWhole, onWholeChange] = useState(false)
  const { title, keepFocus } = useKeptFocus()
  const first = useQuery({ ...endpointQuery('getAdminToday'), refetchOnMount: 'always' })
  const whole = useQuery({
    ...endpointQuery('getAdminToday', wholeLists),
    enabled: isWhole,
    staleTime: 0,
  })
  const query = isWhole && whole.data ? whole : first
  const [firmingUp, setFirmingUp] = useState<StaleSoft | null>(null)
  const dialog = firmingUp && (
    <WriteToLendersDialog
      loan={{ id: firmingUp.loanId, title: firmingUp.loanTitle }}
      recipients={[firmingUp]}
      suggested={firmUpText(firmingUp.loanTitle)}
      onClose={() => setFirmingUp(null)}
    />
  )
  const kinds = adminKinds(query.data, keepFocus, setFirmingUp)
  const most = usePhone() ? mostOnPhone : 6
  return (
    <TodayCard
      {...query}
      {...{ title, kinds, most, isWhole, onWholeChange, isEmptyDesk, dialog }}
    />
  )
}

function LenderToday({ isEmptyDesk }: OfDesk) {
  const [isWhole, onWholeChange] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  // Tasks are refetched, because visiting a loan changes them without a change event.
  const first = useQuery({ ...endpointQuery('getToday'), refetchOnMount: 'always' })
  const whole = useQuery({
    ...endpointQuery('getToday', wholeLists),
    enabled: isWhole,
    staleTime: 0,
  })
  const query = isWhole && whole.data ? whole : first
  const { kinds, dialog, note } = useLenderKinds(query.data, query.refetch)
  const most = usePhone() ? mostOnPhone : 5
  return (
    <TodayCard
      {...query}
      {...{ title, kinds, most, isWhole, onWholeChange, isEmptyDesk, dialog, note }}
    />
  )
}
