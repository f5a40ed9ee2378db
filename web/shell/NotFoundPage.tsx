import { paths } from '#web/addresses/paths.ts'
import { useSession } from '#web/session.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'

export function NotFoundPage() {
  const { user } = useSession()
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-2 py-16 text-center md:py-24">
      <p className="text-figure font-semibold text-muted-foreground">404</p>
      <h1 className="text-title font-semibold tracking-tight">Page Not Found</h1>
      <p className="text-pretty text-muted-foreground">
        We couldn't find that page. Check the address, or start from the link below.
      </p>
      {user ? (
        <ButtonLink href={paths.dashboard()} className="mt-4">
          Go to Dashboard
        </ButtonLink>
      ) : (
        <ButtonLink href={paths.home()} variant="outline" fullLoad className="mt-4">
          Back to home
        </ButtonLink>
      )}
    </div>
  )
}
