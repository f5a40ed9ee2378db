import type { CompanyField, Company } from '#contract/company.ts'
import type { CompanySettings } from '#contract/settings/shapes.ts'
import { lazyResolver, showFailure } from '#web/forms/form.ts'
import { useKeptFields } from '#web/forms/use-kept-fields.tsx'
import { call } from '#web/api/client.ts'
import { changeCompany } from '#web/company/company-edition.ts'
import { withScheme } from '#domain/web-addresses.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field, RequiredLegend, RequiredMark } from '#web/ui/fields/Field.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useFormArrival } from '#web/ui/fields/use-form-arrival.ts'
import { BrandMark } from '#web/shell/CompanyLogo.tsx'
import { supportHours } from '#web/shell/company-contact.ts'
import type { ComponentProps } from 'react'
import { useForm, useWatch } from 'react-hook-form'

export function CompanyForm({ company }: { company: CompanySettings }) {
  const isNew = company.isExample === 'true'
  const form = useForm({
    // Shows values that another administrator saved, or that were cleared with the sample data, but keeps typed values.
    values: valuesOf(company),
    resetOptions: { keepDirtyValues: true, keepErrors: true, keepIsSubmitted: true },
    resolver,
  })
  const kept = useKeptFields('company', form)
  const place = useFormArrival<HTMLFormElement>('company')
  const { errors, isSubmitting, dirtyFields } = form.formState
  const typed = useWatch({ control: form.control }) as Values
  const changed = fields.filter(({ name }) => dirtyFields[name]).map(({ name }) => name)

  const save = form.handleSubmit(async (values) => {
    const sent = form.getValues()
    try {
      // Every field of a new company is sent, including fields that match the example company.
      const own = fields.map(({ name }) => name).filter((name) => isNew || kept.isTyped(name))
      const body = Object.fromEntries(
        own.filter((name) => !company.fixed.includes(name)).map((name) => [name, values[name]]),
      )
      const saved = await call('updateCompany', { body })
      changeCompany({ ...saved, isExample: saved.isExample === 'true' })
      kept.save(sent, valuesOf(saved))
      toast({ title: 'Company saved', description: 'Every page and new email shows it.' })
    } catch (error) {
      showFailure(error, form, 'Company not saved')
    }
  })

  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <form
        ref={place}
        onSubmit={(event) => void save(event)}
        noValidate
        className="grid content-start gap-4 sm:grid-cols-2"
      >
        <div className="sm:col-span-2">
          {kept.offer}
          <RequiredLegend />
        </div>
        {fields.map(({ name, label, hint, isWide, ...control }) => {
          const isRequired = name !== 'logoUrl'
          const isFixed = company.fixed.includes(name)
          return (
            <Field
              key={name}
              label={
                <>
                  {label}
                  {isRequired && <RequiredMark />}
                </>
              }
              hint={isFixed ? "Held by the program's settings, so it changes there." : hint}
              error={errors[name]?.message}
              className={isWide ? 'sm:col-span-2' : undefined}
            >
              <Input
                {...control}
                {...form.register(
                  name,
                  name === 'website' || name === 'networkUrl' ? asAddress : {},
                )}
                aria-required={isRequired || undefined}
                readOnly={isFixed}
                placeholder={isNew && company[name] ? `Example: ${company[name]}` : undefined}
              />
            </Field>
          )
        })}
        <Button
          type="submit"
          busy={isSubmitting}
          aria-disabled={changed.length === 0}
          className="justify-self-start max-sm:justify-self-stretch"
        >
          Save Company
        </Button>
      </form>
      <CompanyPreview company={typed} example={company} />
    </div>
  )
}

interface FormField extends Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete'> {
  name: CompanyField
  label: string
  hint?: string
  isWide?: boolean
}

const fields: FormField[] = [
  { name: 'name', label: 'Company name', autoComplete: 'organization', isWide: true },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
  { name: 'phone', label: 'Phone', type: 'tel', autoComplete: 'tel' },
  { name: 'address', label: 'Address', autoComplete: 'street-address', isWide: true },
  { name: 'website', label: 'Website', type: 'url', inputMode: 'url' },
  { name: 'networkUrl', label: 'Professional network page', type: 'url', inputMode: 'url' },
  {
    name: 'logoUrl',
    label: 'Logo address',
    hint: 'An https address, or a path on this site. Leave it blank for the built-in mark.',
    inputMode: 'url',
    isWide: true,
  },
  {
    name: 'approvalTime',
    label: 'Approval time',
    hint: 'Ends the sentence “Documents, messages and committing unlock when we approve you, usually …”.',
    isWide: true,
  },
]

/** Accepts "www.example.com", because users type URLs without a scheme. */
const asAddress = { setValueAs: withScheme }

type Values = Record<CompanyField, string>

/**
 * The fields of a company without a name are empty at first so that the example's details aren't published as the
 * company's.
 */
function valuesOf({ isExample, fixed, ...details }: CompanySettings): Values {
  const isOwn = (name: CompanyField) =>
    isExample === 'false' || fixed.includes(name) || name === 'approvalTime'
  const values = fields.map(({ name }) => [name, (isOwn(name) && details[name]) || ''])
  return Object.fromEntries(values) as Values
}

const resolver = lazyResolver(() =>
  import('#contract/settings/shapes.ts').then((shapes) => shapes.companyChange),
)

function CompanyPreview({
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
