import { Copy, Download } from 'lucide-react'
import { company } from '#web/company/company.ts'
import { copyText } from '#web/files/copy-text.ts'
import { saveText } from '#web/files/save-file.ts'
import { useSession } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

export function RecoveryCodes({ codes, onTaken }: { codes: string[]; onTaken: () => void }) {
  const { user } = useSession()
  async function copy() {
    if (await copyText(codes.join('\n'))) {
      onTaken()
      toast({ title: 'Codes copied' })
    } else {
      toast({ title: 'Codes not copied', description: 'Download them, or write them down.' })
    }
  }

  function save() {
    const head = [`Recovery codes for ${user?.email ?? ''} at ${company.name}.`, 'Each works once.']
    saveText('recovery-codes.txt', [...head, '', ...codes, ''].join('\n'))
    onTaken()
  }

  return (
    <div className="grid gap-4">
      <p className="rounded-lg bg-warning-soft px-3 py-2.5 text-pretty text-warning">
        Store these apart from your password. Each replaces your 6-digit code once. If you lose your
        phone and these codes, only an administrator can let you back in.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-1.5 text-center text-xs max-sm:text-[0.8125rem]"
      >
        {codes.map((code) => (
          <li key={code} className="rounded-lg border px-1 py-1">
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-2">
        <Button variant="outline" autoFocus onClick={() => void copy()}>
          <Copy aria-hidden="true" />
          Copy
        </Button>
        <Button variant="outline" onClick={save}>
          <Download aria-hidden="true" />
          Download
        </Button>
      </div>
    </div>
  )
}
