import { Copy } from 'lucide-react'
import type { AnswerOf } from '#web/api/client.ts'
import { copyText } from '#web/files/copy-text.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sealQuery } from './audit-pages.ts'

/**
 * Shows how much of the audit trail is sealed. A user who stores the number and hash elsewhere can later detect that
 * the newest entries were deleted.
 */
export function SealState() {
  const { data, error } = useQuery(sealQuery)
  if (data) return <Known {...data} />
  if (error)
    return <p className="text-muted-foreground">The state of the seal couldn't be loaded.</p>
  return (
    <div className="relative text-muted-foreground">
      <p className="absolute top-0">Loading...</p>
      {/* Reserves space for the state of the seals so that the layout doesn't shift. */}
      <div inert aria-hidden="true" className="invisible">
        <Known number={1} hash={'0'.repeat(12)} unsealed={0} />
      </div>
    </div>
  )
}

function Known({ number, hash, unsealed }: AnswerOf<'getAuditState'>) {
  const [isWhole, setWhole] = useState(false)

  async function copy() {
    if (await copyText(`${number} ${hash}`)) {
      toast({ title: 'Seal copied', description: "Store it where this server can't change it." })
    } else {
      setWhole(true)
      toast({ title: 'Seal not copied', description: 'Select it on the page and copy it.' })
    }
  }

  if (number === 0)
    return (
      <p className="text-muted-foreground">
        {unsealed === 0 ? 'Nothing on record yet' : describeUnsealed(unsealed)}
      </p>
    )
  return (
    <div className="text-muted-foreground">
      <div className="flex flex-wrap items-center gap-x-3">
        <p>
          {describeUnsealed(unsealed)}; last seal no. {number} (
          <code className="wrap-anywhere">{isWhole ? hash : `${hash.slice(0, 12)}…`}</code>)
        </p>
        <Button
          variant="ghost"
          size="s"
          className="-ml-2.5"
          aria-label="Copy number and hash of the last seal"
          onClick={() => void copy()}
        >
          <Copy aria-hidden="true" />
          Copy
        </Button>
      </div>
      <Advice />
    </div>
  )
}

const Advice = () => (
  <p className="max-w-prose text-[0.8125rem] text-pretty">
    Copy the latest seal to a safe place from time to time; <code>npm run audit:verify</code> uses
    it to prove nothing earlier was changed or removed.
  </p>
)

function describeUnsealed(unsealed: number) {
  if (unsealed === 0) return 'All entries are sealed'
  return unsealed === 1 ? '1 entry not sealed yet' : `${unsealed} entries not sealed yet`
}
