import { company } from '#web/company/company.ts'
import { cx } from '#web/ui/cx.ts'
import { BrandMark } from './BrandMark.tsx'

export function CompanyLogo({
  compact = false,
  className,
}: {
  compact?: boolean
  className?: string | undefined
}) {
  return (
    <span className={cx('flex min-w-0 items-center gap-2.5', className)}>
      {company.logoUrl ? (
        <img src={company.logoUrl} alt="" className="size-7 shrink-0 object-contain" />
      ) : (
        <BrandMark />
      )}
      <span
        className={compact ? 'sr-only' : 'line-clamp-2 leading-tight font-semibold tracking-tight'}
      >
        {company.name}
      </span>
    </span>
  )
}
