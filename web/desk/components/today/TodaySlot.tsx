import { useSession } from '#web/session.ts'
import { oncePainted } from '#web/ui/after-screen.ts'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { onDemand } from '#web/ui/on-demand.tsx'

/**
 * What awaits the user. Its code comes after the page has been drawn, and its room is reserved: three rows, in
 * which also one or none fit, so that nothing below moves when the answer arrives.
 */
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

const Heading = () => (
  <h2 id="today" className="px-4.5 py-3 text-heading font-semibold">
    Today
  </h2>
)
const AdminToday = onDemand(
  oncePainted(() => import('./AdminToday.tsx').then((part) => part.AdminToday)),
  Heading,
)
const LenderToday = onDemand(
  oncePainted(() => import('./LenderToday.tsx').then((part) => part.LenderToday)),
  Heading,
)
