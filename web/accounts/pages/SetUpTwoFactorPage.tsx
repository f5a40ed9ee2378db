import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LockKeyhole } from '#web/ui/icons/lock-keyhole.ts'

/** Replaces every page for an administrator who has to set up two-factor sign-in first. */
export function SetUpTwoFactorPage() {
  return (
    <Card className="grid place-items-center gap-2 px-4.5 py-16 text-center">
      <LockKeyhole aria-hidden="true" strokeWidth={1.5} className="size-10 text-muted-foreground" />
      <h1 className="text-title font-semibold tracking-tight">
        Two-factor sign-in must be set up first
      </h1>
      <p className="max-w-prose text-pretty text-muted-foreground">
        On this platform administrators sign in with their password and a code from an authenticator
        application. Everything opens as soon as you have set yours up on your profile; it takes a
        minute.
      </p>
      <ButtonLink href={paths.profile()} className="mt-2">
        Set Up on My Profile
      </ButtonLink>
    </Card>
  )
}
