import { Check } from 'lucide-react'
import { useRef } from 'react'
import type { ActionMenuProps } from './ActionMenu.tsx'
import { DropdownMenu, MenuChoice } from './DropdownMenu.tsx'

export function OpenActionMenu({ trigger, actions, align = 'end' }: ActionMenuProps) {
  const chosen = useRef<(() => void) | null>(null)
  return (
    <DropdownMenu
      trigger={trigger}
      align={align}
      defaultOpen
      onClosed={() => {
        // Focus returns to the button before the action runs, because a dialog that the action opens returns focus there.
        const act = chosen.current
        chosen.current = null
        if (act) queueMicrotask(act)
      }}
    >
      {actions.map(({ label, hint, disabled, checked, onSelect }) => (
        <MenuChoice
          key={label}
          disabled={disabled}
          checked={checked}
          onSelect={() => {
            chosen.current = onSelect
          }}
        >
          {checked !== undefined && (
            <Check aria-hidden="true" className={checked ? undefined : 'invisible'} />
          )}
          <span className="grid min-w-0">
            {label}
            {hint && <span className="text-xs text-pretty text-muted-foreground">{hint}</span>}
          </span>
        </MenuChoice>
      ))}
    </DropdownMenu>
  )
}
