import { KeysSwitch } from '#web/keys/KeysSwitch.tsx'
import { paths } from '#web/addresses/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { useLocation } from 'wouter'

export function Keyboard() {
  const [, navigate] = useLocation()
  return (
    <Card as="section">
      <CardHeader
        action={
          <Button
            variant="outline"
            size="s"
            onClick={() => navigate(`${paths.profile()}#keys`, { replace: true })}
          >
            Show Shortcuts
          </Button>
        }
      >
        <CardTitle>Keyboard</CardTitle>
        <CardDescription>Search, open and commit without a mouse.</CardDescription>
      </CardHeader>
      <CardContent className="pt-2!">
        <KeysSwitch />
      </CardContent>
    </Card>
  )
}
