import type { Company } from '#contract/company.ts'
import { supportHours } from '#web/shell/company-contact.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { cx } from '#web/ui/cx.ts'
import type { ReactNode } from 'react'
import { ExampleBook } from './ExampleBook.tsx'
import { page, sectionTitle } from './looks.ts'
import { OpenTypes, Properties } from './OpenTypes.tsx'
import { Proof } from './Proof.tsx'

interface LandingProps {
  company: Company
  year: string
  /** True in the prerendered page, in which the server fills in the open loans. */
  open?: boolean | undefined
}

/**
 * The landing page for visitors. The build renders it to static HTML with placeholders for the company's details, so it
 * must not need scripts, hooks, or style attributes.
 */
export function Landing({ company, year, open }: LandingProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="fixed top-2 left-2 z-10 -translate-y-20 rounded-lg bg-primary px-4 py-2.5 font-medium text-primary-foreground focus:translate-y-0"
      >
        Skip to main content
      </a>
      <header className={cx(page, 'flex h-16 items-center justify-between gap-4')}>
        <a href="/" className="flex min-w-0 items-center gap-2.5 rounded-lg">
          <Logo company={company} />
          <span className="line-clamp-2 text-base leading-tight font-semibold tracking-tight">
            {company.name}
          </span>
        </a>
        <a href="/login" className={buttonClass({ variant: 'outline' })}>
          Log In
        </a>
      </header>
      <main id="main" className="flex-1">
        <Hero company={company} open={open} />
        <SellingPoints />
        {open && <OpenTypes />}
        {open && '{{none}}'}
        <Properties />
        {open && '{{/none}}'}
        <Steps company={company} />
        <Proof />
        <Contact company={company} />
      </main>
      <footer className={cx(page, 'w-full py-8 text-muted-foreground')}>
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
          <p>
            <span className="font-medium text-foreground">{company.name}</span>
            <br />
            Commercial real estate financing solutions
          </p>
          <p className="flex flex-wrap gap-x-6">
            <OutsideLink href={company.website}>Company Website</OutsideLink>
            <OutsideLink href={company.networkUrl}>Professional Network</OutsideLink>
            <a href="/terms" className={quietLink}>
              Terms of Service
            </a>
            <a href="/privacy" className={quietLink}>
              Privacy Policy
            </a>
          </p>
        </div>
        <p className="mt-6 text-xs">
          © {year} {company.name}. All rights reserved.
        </p>
      </footer>
    </div>
  )
}

const largeButton = 'h-12 px-6 text-base max-md:h-12 max-md:w-full'
const quietLink =
  'inline-block rounded-sm py-2 underline-offset-4 hover:text-foreground hover:underline'

function Logo({ company }: { company: Company }) {
  return (
    <img
      src={company.logoUrl ?? '/favicon.svg'}
      alt=""
      width="28"
      height="28"
      className="size-7 shrink-0 object-contain"
    />
  )
}

function Hero({ company, open }: Pick<LandingProps, 'company' | 'open'>) {
  return (
    <section
      className={cx(
        page,
        'grid items-center gap-x-16 gap-y-12 pt-10 pb-20 lg:grid-cols-[6fr_5fr] lg:pt-16 lg:pb-28',
      )}
    >
      <div>
        <h1 className="text-[clamp(2.25rem,1.4rem+3.6vw,3.75rem)] leading-[1.04] font-semibold tracking-[-0.035em] text-balance">
          Commercial real estate loans, shared among lenders.
        </h1>
        <p className="mt-6 max-w-lg text-lg leading-relaxed text-pretty text-muted-foreground">
          {company.name} opens its loans to approved lenders. See the property, the terms and the
          documents, take the share that fits your book, and follow it until the loan funds.
        </p>
        <div className="mt-8 flex flex-wrap items-center gap-3">
          <a href="/login" className={buttonClass({ className: largeButton })}>
            Get Started
          </a>
          <a href="#steps" className={buttonClass({ variant: 'ghost', className: largeButton })}>
            How it works
          </a>
        </div>
        {open && (
          <>
            {'{{open}}'}
            <p className="mt-8 max-w-lg border-t pt-4 text-base">
              <span className="font-semibold">Open today:</span>{' '}
              <span className="text-muted-foreground tabular-nums">%OPEN_TODAY%</span>
            </p>
            {'{{/open}}'}
          </>
        )}
      </div>
      <ExampleBook />
    </section>
  )
}

const sellingPoints = [
  {
    title: 'Commercial Loans',
    text: 'Senior loans on commercial property, underwritten by one originator and open to several lenders. Each comes with its borrower, purpose, rate, term and values.',
    fact: 'Amount, rate, term, LTV',
  },
  {
    title: 'Flexible Commitments',
    text: 'Take any whole percentage that’s still available, from 1% up. Start with a soft commitment, change or withdraw it, and make it binding when you’re ready.',
    fact: 'Soft or binding, to the cent',
  },
  {
    title: 'Comprehensive Due Diligence',
    text: 'Appraisals, rent rolls and photos sit with the loan, so your credit team starts in one place.',
    fact: 'Documents and photos',
  },
  {
    title: 'Collaborative Platform',
    text: 'Ask on the loan and get the answer there. You see every loan’s totals and your own position. No lender sees another’s name or size.',
    fact: 'Questions, answers, notices',
  },
]

function SellingPoints() {
  return (
    <section aria-labelledby="why" className="border-y bg-card">
      <div className={cx(page, 'py-16 lg:py-20')}>
        <h2 id="why" className={sectionTitle}>
          One loan, one book, several lenders
        </h2>
        <div className="mt-8 border-b-2 border-foreground/80">
          {sellingPoints.map(({ title, text, fact }) => (
            <div
              key={title}
              className="grid gap-x-10 gap-y-2 border-t py-6 first:border-t-2 first:border-foreground/80 md:grid-cols-[16rem_1fr] lg:grid-cols-[18rem_1fr_13rem]"
            >
              <h3 className="text-lg font-semibold tracking-tight">{title}</h3>
              <p className="max-w-xl text-base text-pretty text-muted-foreground">{text}</p>
              <p className="font-medium text-primary max-lg:hidden lg:text-right">{fact}</p>
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}

const steps: { title: string; text: string; href?: string }[] = [
  {
    title: 'Register',
    href: '/register',
    text: 'Create an account. You can browse loans right away, and commit once we approve you.',
  },
  {
    title: 'Indicate or commit',
    text: 'Choose a percentage and see the amount. You can change or withdraw a soft commitment. A binding one holds your share.',
  },
  {
    title: 'Follow to funding',
    text: 'Watch the loan fill, track your commitments in one place, and ask questions as you go.',
  },
]

function Steps({ company }: { company: Company }) {
  return (
    <section id="steps" aria-labelledby="how" className={cx(page, 'scroll-mt-4 py-16 lg:py-20')}>
      <h2 id="how" className={sectionTitle}>
        How it works
      </h2>
      <ol className="mt-8 grid gap-8 md:grid-cols-3 lg:gap-12">
        {steps.map(({ title, text, href }, index) => (
          <li key={title} className="border-t-2 border-foreground/80 pt-4">
            <p className="text-figure font-semibold text-primary">{index + 1}</p>
            <h3 className="mt-2 text-lg font-semibold tracking-tight">
              {href ? (
                <a
                  href={href}
                  className="rounded-sm text-primary underline decoration-input underline-offset-4 hover:decoration-current"
                >
                  {title}
                </a>
              ) : (
                title
              )}
            </h3>
            <p className="mt-1 text-base text-pretty text-muted-foreground">{text}</p>
            {href && (
              <p className="mt-1 text-base text-pretty text-muted-foreground">
                Approval usually comes {company.approvalTime}.
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Contact({ company }: { company: Company }) {
  return (
    <section aria-labelledby="contact" className="dark border-y bg-card text-foreground">
      <div className={cx(page, 'grid gap-12 py-16 lg:grid-cols-[6fr_5fr] lg:gap-16 lg:py-20')}>
        <div>
          <h2 className={sectionTitle}>See what’s open today</h2>
          <p className="mt-3 max-w-md text-base text-pretty text-muted-foreground">
            Sign in to see the open loans, their terms and what’s still available.
          </p>
          <a href="/login" className={buttonClass({ className: `mt-7 ${largeButton}` })}>
            Start Exploring Loans
          </a>
        </div>
        <div>
          <h2 id="contact" className="text-lg font-semibold tracking-tight">
            Contact
          </h2>
          <dl className="mt-3 border-b">
            <ContactRow name="Email">
              <a href={`mailto:${company.email}`} className={contactLink}>
                {company.email}
              </a>
            </ContactRow>
            <ContactRow name="Phone">
              <a href={`tel:${company.phone}`} className={contactLink}>
                {company.phone}
              </a>
            </ContactRow>
            <ContactRow name="Address">{company.address}</ContactRow>
            <ContactRow name="Hours">{supportHours}</ContactRow>
          </dl>
        </div>
      </div>
    </section>
  )
}

const contactLink = 'rounded-sm underline decoration-input underline-offset-4'

function ContactRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5rem_1fr] gap-3 border-t py-3 text-base">
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}

function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={quietLink}>
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
