import { useSession } from '#web/session.ts'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/ui/Card.tsx'
import { useState } from 'react'
import { Account } from './profile/Account.tsx'
import { NamesForm } from './profile/NamesForm.tsx'
import { NotifyByEmail } from './profile/NotifyByEmail.tsx'
import { PasswordForm } from './profile/PasswordForm.tsx'
import { SignIns } from './profile/SignIns.tsx'
import { TwoFactor } from './profile/TwoFactor.tsx'

/** One's own account. */
export function ProfilePage() {
  const { mustSetUp } = useSession()
  // It stays where it is once it is set up: its dialog then shows the recovery codes.
  const [twoFactorFirst] = useState(mustSetUp)
  return (
    <div className="grid max-w-3xl gap-5">
      <header>
        <h1 className="text-title font-semibold tracking-tight">Profile</h1>
        <p className="text-muted-foreground">Your account on this platform</p>
      </header>
      <Account />
      {twoFactorFirst && <TwoFactor takesFocus />}
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
      {!twoFactorFirst && <TwoFactor />}
      <SignIns />
    </div>
  )
}
