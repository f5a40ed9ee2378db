import type { Company, CompanyField } from '#contract/company.ts'
import { BrandMark } from '#web/shell/BrandMark.tsx'
import { supportHours } from '#web/shell/company-contact.ts'

export function CompanyPreview({
  company,
  example,
}: {
  company: Record<CompanyField, string>
  example: Company
}) {
  const shown = (name: CompanyField) => company[name] || example[name]
  return (
    <section
      aria-label="Preview"
      className="min-w-0 self-start rounded-lg border bg-background p-4"
    >
      <h3 className="text-xs font-medium text-muted-foreground">Preview</h3>
      <p className="mt-3 flex min-w-0 items-center gap-2.5">
        {company.logoUrl ? (
          <img src={company.logoUrl} alt="" className="size-7 shrink-0 object-contain" />
        ) : (
          <BrandMark />
        )}
        <span className="line-clamp-2 leading-tight font-semibold tracking-tight break-words">
          {shown('name')}
        </span>
      </p>
      <address className="mt-4 grid gap-1 text-[0.8125rem] break-words text-muted-foreground not-italic">
        <span>{shown('email')}</span>
        <span>{shown('phone')}</span>
        <span className="text-pretty">{shown('address')}</span>
        <span>{supportHours}</span>
      </address>
      <p className="mt-4 border-t pt-3 text-[0.8125rem] text-pretty text-muted-foreground">
        Documents, messages and committing unlock when we approve you, usually{' '}
        {shown('approvalTime')}.
      </p>
    </section>
  )
}
