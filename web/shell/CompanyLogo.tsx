import { company } from '#web/company/company.ts'
import { cx } from '#web/ui/cx.ts'

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

export function BrandMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 22 22" className="size-7 shrink-0">
      <rect width="22" height="22" rx="6" className="fill-primary" />
      <path
        d="M6 16V8.5A1.5 1.5 0 0 1 7.5 7h7A1.5 1.5 0 0 1 16 8.5V16"
        fill="none"
        strokeWidth="2"
        className="stroke-primary-foreground"
      />
    </svg>
  )
}
