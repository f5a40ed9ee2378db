import { cx } from '#web/ui/cx.ts'
import { Link } from 'wouter'
import { viewAddress, viewNames, views, type View } from './views.ts'

/** Links rather than buttons: the view is part of the URL, so the back button works. */
export function ViewSwitch({ view }: { view: View }) {
  return (
    <nav aria-label="View" className="flex gap-1 border-b">
      {views.map((each) => (
        <Link
          key={each}
          href={viewAddress(each)}
          aria-current={each === view ? 'page' : undefined}
          className={cx(
            '-mb-px flex h-10 items-center border-b-2 px-3 font-medium transition-colors duration-150 max-md:h-11',
            each === view
              ? 'border-primary text-foreground'
              : 'border-transparent text-muted-foreground hover:text-foreground',
          )}
        >
          {viewNames[each]}
        </Link>
      ))}
    </nav>
  )
}
