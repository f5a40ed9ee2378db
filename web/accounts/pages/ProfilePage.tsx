import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { useSession } from '#web/session.ts'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { useState } from 'react'
import { Account } from '#web/accounts/components/profile/Account.tsx'
import { CalendarAddress } from '#web/accounts/components/profile/CalendarAddress.tsx'
import { Keyboard } from '#web/accounts/components/profile/Keyboard.tsx'
import { MailChoices } from '#web/accounts/components/profile/MailChoices.tsx'
import { NamesForm } from '#web/accounts/components/profile/NamesForm.tsx'
import { NotifyByEmail } from '#web/accounts/components/profile/NotifyByEmail.tsx'
import { PasswordForm } from '#web/accounts/components/profile/PasswordForm.tsx'
import { SignIns } from '#web/accounts/components/profile/SignIns.tsx'
import { TwoFactor } from '#web/accounts/components/profile/TwoFactor.tsx'

export function ProfilePage() {
  const { mustSetUp, role, user } = useSession()
  // This value stays the same during the visit so that the section doesn't move while its dialog shows the recovery
  // codes.
  const [twoFactorFirst] = useState(mustSetUp)
  return (
    <div className="grid grid-cols-1 gap-5">
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
      <Card as="section" className="scroll-mt-18">
        <CardHeader>
          <CardTitle>Name</CardTitle>
          <CardDescription>Shown to administrators and on your messages.</CardDescription>
        </CardHeader>
        <CardContent className="max-w-3xl">
          <NamesForm />
        </CardContent>
      </Card>
      <Card as="section">
        <CardHeader>
          <CardTitle>Notifications</CardTitle>
          <CardDescription>Always under the bell, whether or not we email you.</CardDescription>
        </CardHeader>
        <CardContent className="grid max-w-3xl gap-3 pt-2!">
          <NotifyByEmail />
          {user?.notifyByEmail === 'true' && (
            <PartBoundary>
              <MailChoices />
            </PartBoundary>
          )}
        </CardContent>
      </Card>
      <PartBoundary>
        <Keyboard />
      </PartBoundary>
      {!mustSetUp && role !== 'pending' && (
        <PartBoundary>
          <CalendarAddress />
        </PartBoundary>
      )}
      <Card as="section">
        <CardHeader>
          <CardTitle>Password</CardTitle>
          <CardDescription>Changing your password signs you out everywhere else.</CardDescription>
        </CardHeader>
        <CardContent className="max-w-3xl">
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
