import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { useSession } from '#web/session.ts'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/ui/Card.tsx'
import { useState } from 'react'
import { Account } from '#web/accounts/components/profile/Account.tsx'
import { NamesForm } from '#web/accounts/components/profile/NamesForm.tsx'
import { NotifyByEmail } from '#web/accounts/components/profile/NotifyByEmail.tsx'
import { PasswordForm } from '#web/accounts/components/profile/PasswordForm.tsx'
import { SignIns } from '#web/accounts/components/profile/SignIns.tsx'
import { TwoFactor } from '#web/accounts/components/profile/TwoFactor.tsx'

/** The user's own account. */
export function ProfilePage() {
  const { mustSetUp } = useSession()
  // Its position is fixed for this visit: after setup, its dialog still shows the recovery codes.
  const [twoFactorFirst] = useState(mustSetUp)
  return (
    <div className="grid max-w-3xl gap-5">
      <header>
        <h1 className="text-title font-semibold tracking-tight">Profile</h1>
        <p className="text-muted-foreground">Your account on this platform</p>
      </header>
      <PartBoundary>
        <Account />
      </PartBoundary>
      {twoFactorFirst && (
        <PartBoundary>
          <TwoFactor takesFocus />
        </PartBoundary>
      )}
      <Card as="section">
        <CardHeader>
          <CardTitle>Name</CardTitle>
          <CardDescription>As administrators and your messages show it.</CardDescription>
        </CardHeader>
        <CardContent>
          <NamesForm />
        </CardContent>
      </Card>
      <Card as="section">
        <CardHeader>
          <CardTitle>Notifications</CardTitle>
          <CardDescription>
            They wait behind the bell at the top of every page, read or not.
          </CardDescription>
        </CardHeader>
        <CardContent className="pt-2!">
          <NotifyByEmail />
        </CardContent>
      </Card>
      <Card as="section">
        <CardHeader>
          <CardTitle>Password</CardTitle>
          <CardDescription>Changing it signs you out everywhere else.</CardDescription>
        </CardHeader>
        <CardContent>
          <PasswordForm />
        </CardContent>
      </Card>
      {!twoFactorFirst && (
        <PartBoundary>
          <TwoFactor />
        </PartBoundary>
      )}
      <PartBoundary>
        <SignIns />
      </PartBoundary>
    </div>
  )
}
