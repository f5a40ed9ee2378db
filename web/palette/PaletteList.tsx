import {
  ArrowRight,
  Building2,
  FileText,
  Landmark,
  UserRound,
  Zap,
  type LucideIcon,
} from 'lucide-react'
import { useId } from 'react'
import { cx } from '#web/ui/cx.ts'
import type { ItemKind, PaletteGroup, PaletteItem } from './palette-items.ts'

export interface Option {
  id: string
  item: PaletteItem
}

interface PaletteListProps {
  id: string
  groups: readonly PaletteGroup[]
  options: readonly Option[]
  active: Option | undefined
  onPoint: (option: Option) => void
  onChoose: (option: Option) => void
}

export function PaletteList({ id, groups, options, ...acting }: PaletteListProps) {
  const headings = useId()
  return (
    <div
      role="listbox"
      id={id}
      aria-label="Results"
      className={cx('min-h-0 flex-1 overflow-y-auto p-2', options.length === 0 && 'hidden')}
    >
      {groups.map(({ name, items }) => (
        <div key={name} role="group" aria-labelledby={`${headings}-${name}`} className="pb-1.5">
          <p
            id={`${headings}-${name}`}
            role="presentation"
            className="px-2.5 pt-1.5 pb-1 text-xs font-medium text-muted-foreground"
          >
            {name}
          </p>
          {items.map((item) => {
            const option = options.find((each) => each.item === item)
            return option && <OptionRow key={option.id} option={option} {...acting} />
          })}
        </div>
      ))}
    </div>
  )
}

type OptionRowProps = Pick<PaletteListProps, 'active' | 'onPoint' | 'onChoose'> & { option: Option }

function OptionRow({ option, active, onPoint, onChoose }: OptionRowProps) {
  const { kind, label, detail, mark } = option.item
  const Icon = icons[kind]
  const isActive = option.id === active?.id
  return (
    // Key events reach the field, which has focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={option.id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={cx(
        'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1 max-md:min-h-11',
        isActive && 'bg-secondary text-secondary-foreground',
      )}
      // Prevents a click from moving focus out of the field.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => isActive || onPoint(option)}
      onClick={() => onChoose(option)}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
      <span className="flex min-w-0 flex-1 items-baseline gap-x-2 max-md:flex-col">
        <span className="max-w-full shrink-0 truncate font-medium md:max-w-[60%]">{label}</span>
        {detail && (
          <span className="max-w-full min-w-0 truncate text-xs text-muted-foreground">
            {detail}
          </span>
        )}
      </span>
      {mark && <span className="shrink-0 text-xs text-muted-foreground">{mark}</span>}
    </div>
  )
}

const icons: Record<ItemKind, LucideIcon> = {
  loan: Landmark,
  document: FileText,
  lender: UserRound,
  firm: Building2,
  company: Building2,
  page: ArrowRight,
  act: Zap,
}
