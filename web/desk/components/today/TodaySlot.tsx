import { AdminToday } from './AdminToday.tsx'
import { LenderToday } from './LenderToday.tsx'
import { useSession } from '#web/session.ts'
import { Card } from '#web/ui/display/Card.tsx'
import { cx } from '#web/ui/cx.ts'

/** Open tasks, in a card with space for three rows, to avoid layout shift. */
export function TodaySlot() {
  const { role, mustSetUp } = useSession()
  if (role === 'pending' || mustSetUp) return null
  return (
    <Card as="section" aria-labelledby="today" className={cx('flex flex-col', room)}>
      {role === 'admin' ? <AdminToday /> : <LenderToday />}
    </Card>
  )
}

/** Borders, a 52 px header and three rows of 56 px; on phones a 60 px header and rows of 84 px. */
const room = 'min-h-[13.875rem] max-sm:min-h-[19.625rem]'
