import { useSession } from '#web/session.ts'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { Fragment } from 'react'
import { shortcutGroups, shortcutRows } from './key-map.ts'
import { KeysSwitch } from './KeysSwitch.tsx'

export function KeySheet({ onClose }: { onClose: () => void }) {
  const { isAdmin } = useSession()
  const rows = shortcutRows
    .map(([, row]) => row)
    .filter(({ adminsOnly = false }) => isAdmin || !adminsOnly)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Keyboard Shortcuts"
      firstFocus="close"
      footer={
        <div className="w-full">
          <KeysSwitch />
        </div>
      }
    >
      <div className="grid gap-4">
        {shortcutGroups.map((group) => (
          <section key={group} aria-label={group}>
            <h3 className="text-xs font-medium text-muted-foreground">{group}</h3>
            <dl className="mt-1 divide-y">
              {group === 'Anywhere' && <Line keys={['Ctrl/⌘ + K']} label="Search or jump to…" />}
              {rows
                .filter((row) => row.group === group)
                .map(({ keys, label }) => (
                  <Line key={label} keys={keys} label={label} />
                ))}
              {group === 'Anywhere' && (
                <Line keys={['Ctrl/⌘ + B']} label="Open or close the sidebar" />
              )}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

function Line({ keys, label }: { keys: readonly string[]; label: string }) {
  return (
    <div className="flex items-center justify-between gap-4 py-1.5">
      <dt>{label}</dt>
      <dd className="flex shrink-0 items-center gap-1.5 text-xs text-muted-foreground">
        {keys.map((key, index) => (
          <Fragment key={key}>
            {index > 0 && 'then'}
            <kbd className="min-w-6 rounded-md border bg-muted px-1.5 py-0.5 text-center font-sans text-xs text-foreground">
              {key}
            </kbd>
          </Fragment>
        ))}
      </dd>
    </div>
  )
}
