import { onDemand } from '#web/ui/on-demand.tsx'
import { useSession } from '#web/session.ts'
import { Badge } from '#web/ui/display/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { HelpLink } from '#web/help/HelpLink.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { useFormArrival } from '#web/ui/fields/use-form-arrival.ts'
import { useEffect, useRef, useState } from 'react'

const dialogs = {
  setUp: onDemand(() => import('./two-factor/SetUpDialog.tsx').then((part) => part.SetUpDialog)),
  renew: onDemand(() =>
    import('./two-factor/RenewCodesDialog.tsx').then((part) => part.RenewCodesDialog),
  ),
  end: onDemand(() => import('./two-factor/EndDialog.tsx').then((part) => part.EndDialog)),
}

export function TwoFactor({ takesFocus = false }: { takesFocus?: boolean }) {
  const { user, mustSetUp } = useSession()
  const isOn = user?.hasTwoFactor === 'true'
  const isNeeded = user?.needsTwoFactor === 'true'
  const [opened, setOpened] = useState<keyof typeof dialogs | null>(null)
  const Dialog = opened && dialogs[opened]
  const place = useFormArrival<HTMLDivElement>('two-factor')
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) card.current?.focus()
  }, [takesFocus])
  return (
    <Card
      ref={card}
      as="section"
      aria-labelledby="two-factor"
      tabIndex={takesFocus ? -1 : undefined}
      className="scroll-mt-18 outline-none"
    >
      <CardHeader>
        <div className="flex items-center gap-2">
          <CardTitle id="two-factor">Two-factor sign-in</CardTitle>
          {isOn ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>}
        </div>
        <CardDescription>
          {isOn
            ? 'Signing in takes your password and a 6-digit code from your authenticator app.'
            : 'Require a 6-digit code from an authenticator app as well as your password.'}{' '}
          {!mustSetUp && <HelpLink to="two-factor">How it works</HelpLink>}
        </CardDescription>
      </CardHeader>
      <CardContent className="grid gap-3">
        {mustSetUp && (
          <p className="rounded-lg bg-warning-soft px-3 py-2.5 text-pretty text-warning">
            Administrators must use two-factor sign-in. Set it up to open the other pages.
          </p>
        )}
        {isOn && (
          <p className="text-muted-foreground">Recovery codes left: {user.recoveryCodesLeft}</p>
        )}
        {isOn && isNeeded && (
          <p className="text-muted-foreground">
            Administrators must use two-factor sign-in, so you can't turn it off.
          </p>
        )}
        <div ref={place} className="flex flex-wrap gap-2 max-sm:grid">
          {isOn ? (
            <>
              <Button variant="outline" onClick={() => setOpened('renew')}>
                New Recovery Codes
              </Button>
              {!isNeeded && (
                <Button variant="outline" onClick={() => setOpened('end')}>
                  Turn Off
                </Button>
              )}
            </>
          ) : (
            <Button variant={isNeeded ? 'primary' : 'outline'} onClick={() => setOpened('setUp')}>
              Set Up
            </Button>
          )}
        </div>
      </CardContent>
      {Dialog && <Dialog onClose={() => setOpened(null)} />}
    </Card>
  )
}
