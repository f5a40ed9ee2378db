import { call, endpointQuery, errorMessage } from '#web/api/client.ts'
import { CopyField } from '#web/files/CopyField.tsx'
import { useAction } from '#web/forms/use-action.ts'
import { formatDate } from '#web/time/timestamps.ts'
import { Button } from '#web/ui/Button.tsx'
import { Badge } from '#web/ui/display/Badge.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { useSession } from '#web/session.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

/** The user's private calendar URL. It is shown only on creation, because its key isn't stored. */
export function CalendarAddress() {
  const { isAdmin } = useSession()
  const address = useQuery(endpointQuery('getCalendarAddress'))
  const [url, setUrl] = useState<string | null>(null)
  const create = useAction({
    act: () => call('createCalendarAddress'),
    done: () => ({
      title: 'Calendar address created',
      description: 'Copy it now. We show it only once.',
    }),
    onDone: ({ url: made }) => setUrl(made),
    failed: 'The calendar address could not be created.',
  })
  const turnOff = useAction({
    act: () => call('deleteCalendarAddress'),
    done: () => ({ title: 'Calendar address turned off', description: 'It no longer works.' }),
    onDone: () => setUrl(null),
    failed: 'The calendar address could not be turned off.',
  })
  const since = address.data?.createdAt
  return (
    <Card as="section" aria-labelledby="calendar-address">
      <CardHeader>
        <div className="flex items-center gap-2">
          <CardTitle id="calendar-address">Calendar</CardTitle>
          {address.data && (since ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>)}
        </div>
        <CardDescription>
          Subscribe to deadlines, closings and maturities in your calendar app:{' '}
          {isAdmin
            ? 'of all loans that accept commitments, and of your own and favorite loans.'
            : 'of your own and favorite loans.'}{' '}
          Anyone who has the address can read them, so keep it private.
        </CardDescription>
      </CardHeader>
      <CardContent className="grid gap-3">
        {url && <CopyField label="Your calendar address" name="Address" value={url} selected />}
        {address.error ? (
          <p className="text-destructive">
            {errorMessage(address.error, "Your calendar address couldn't be loaded.")}{' '}
            <Button variant="link" size="s" onClick={() => void address.refetch()}>
              Retry
            </Button>
          </p>
        ) : !address.data ? (
          <Skeleton className="h-5 w-64" />
        ) : (
          since && (
            <p className="text-muted-foreground">
              Created {formatDate(since)}. A new address replaces it.
            </p>
          )
        )}
        <div className="flex flex-wrap gap-2 max-sm:grid">
          <Button
            variant="outline"
            busy={create.isPending}
            disabled={!address.data}
            onClick={() => create.mutate()}
          >
            {since ? 'New Address' : 'Create Address'}
          </Button>
          {since && (
            <Button variant="outline" busy={turnOff.isPending} onClick={() => turnOff.mutate()}>
              Turn Off
            </Button>
          )}
        </div>
      </CardContent>
    </Card>
  )
}
