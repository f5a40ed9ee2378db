import { LockKeyhole } from 'lucide-react'
import { paths } from '#web/addresses/paths.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/display/Card.tsx'

/** Shown instead of any page to an administrator who must first set up two-factor sign-in. */
export function SetUpTwoFactorPage() {
  return (
    <Card className="grid place-items-center gap-2 px-4.5 py-16 text-center">
      <LockKeyhole aria-hidden="true" strokeWidth={1.5} className="size-10 text-muted-foreground" />
      <h1 className="text-title font-semibold tracking-tight">Set up two-factor sign-in first</h1>
      <p className="max-w-prose text-pretty text-muted-foreground">
        Administrators sign in with their password and a 6-digit code from an authenticator app. Set
        yours up on your profile. It takes a minute.
      </p>
      <ButtonLink href={paths.profile()} className="mt-2">
        Go to Profile
      </ButtonLink>
    </Card>
  )
}
