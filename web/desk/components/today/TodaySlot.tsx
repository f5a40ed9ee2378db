import { AdminToday } from './AdminToday.tsx'
import { LenderToday } from './LenderToday.tsx'
import { useSession } from '#web/session.ts'
import { Card } from '#web/ui/display/Card.tsx'
import { cx } from '#web/ui/cx.ts'

/** What awaits the user, in a card with room for three rows: nothing below moves when the answer arrives. */
export function TodaySlot() {
  const { role, mustSetUp } = useSession()
  if (role === 'pending' || mustSetUp) return null
  return (
    <Card as="section" aria-labelledby="today" className={cx('flex flex-col', room)}>
      {role === 'admin' ? <AdminToday /> : <LenderToday />}
    </Card>
  )
}

/** The lines of the card, its header of 52 pixels, and three rows of 56; on a phone 60, and rows of 84. */
const room = 'min-h-[13.875rem] max-sm:min-h-[19.625rem]'
