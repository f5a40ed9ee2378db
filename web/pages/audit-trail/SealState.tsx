import { endpointQuery, type AnswerOf } from '#web/api.ts'
import { copyText } from '#web/components/copy-text.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'

/**
 * How far the trail is sealed. Whoever keeps number and hash elsewhere can tell later whether the
 * end of the trail was cut off.
 */
export function SealState() {
  // Whoever comes here wants to know how it stands now.
  const { data, error } = useQuery({ ...endpointQuery('getAuditState'), refetchOnMount: 'always' })
  if (!data) {
    return (
      <p className="text-muted-foreground">
        {error ? 'How far it is sealed could not be loaded.' : 'Loading...'}
      </p>
    )
  }
  return <Known {...data} />
}

function Known({ number, hash, unsealed }: AnswerOf<'getAuditState'>) {
  const [isWhole, setWhole] = useState(false)

  async function copy() {
    if (await copyText(`${number} ${hash}`)) {
      toast({ title: 'Seal copied', description: 'Keep it where this server cannot change it.' })
    } else {
      setWhole(true)
      toast({ title: 'Seal not copied', description: 'It now stands there whole, to be selected.' })
    }
  }

  const waiting = `${unsealed === 0 ? 'none' : unsealed} waiting`
  if (number === 0) return <p className="text-muted-foreground">Nothing is sealed yet, {waiting}</p>
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted-foreground">
      <p>
        Sealed to no. {number}, hash{' '}
        <code className="wrap-anywhere">{isWhole ? hash : `${hash.slice(0, 12)}…`}</code>, {waiting}
      </p>
      <Button
        variant="ghost"
        size="s"
        aria-label="Copy number and hash of the last seal"
        onClick={() => void copy()}
      >
        <Copy aria-hidden="true" />
        Copy
      </Button>
    </div>
  )
}
