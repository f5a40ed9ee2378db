import { ArrowLeft, FileText, LockKeyhole, Percent, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { company } from '#web/company/company.ts'
import { paths } from '#web/addresses/paths.ts'
import { returnTo, withReturnTo } from '#web/addresses/return-to.ts'
import { CompanyLogo } from '#web/shell/CompanyLogo.tsx'
import { cx } from '#web/ui/cx.ts'
import { ThemeSwitch } from '#web/shell/ThemeSwitch.tsx'

interface AuthLayoutProps {
  title: string
  subtitle: ReactNode
  door?: Door
  children: ReactNode
}

export function AuthLayout({ title, subtitle, door, children }: AuthLayoutProps) {
  return (
    <div className="grid min-h-dvh max-lg:grid-rows-[1fr_auto] lg:grid-cols-[minmax(24rem,5fr)_7fr]">
      <BrandPanel />
      <div className="flex flex-col px-4 pb-8">
        <header className="flex h-14 items-center justify-between">
          {/* The server renders the linked page, so the link doesn't use client-side navigation. */}
          <a
            href="/"
            className="-ml-1 inline-flex h-9 items-center gap-1.5 rounded-lg px-1 text-muted-foreground hover:text-foreground max-md:h-11"
          >
            <ArrowLeft aria-hidden="true" className="size-4" />
            Back to home
          </a>
          <ThemeSwitch />
        </header>
        <main id="main" tabIndex={-1} className="m-auto w-full max-w-100 py-8 outline-none">
          <CompanyLogo className="mb-8 lg:hidden" />
          {door && <Doors door={door} />}
          <h1 className="text-title font-semibold tracking-tight">{title}</h1>
          <p className="mt-1 mb-6 text-muted-foreground">{subtitle}</p>
          {children}
        </main>
      </div>
    </div>
  )
}

const doors = { login: 'Log In', register: 'Create Account' } as const
type Door = keyof typeof doors

function Doors({ door }: { door: Door }) {
  const to = returnTo()
  return (
    <nav aria-label="Log in or create an account" className="mb-8 grid grid-cols-2 border-b">
      {(['login', 'register'] as const).map((each) => (
        <Link
          key={each}
          href={withReturnTo(paths[each](), to)}
          aria-current={each === door ? 'page' : undefined}
          className={cx(
            '-mb-px flex h-11 items-center justify-center border-b-2 font-medium transition-colors duration-150',
            each === door
              ? 'border-primary text-foreground'
              : 'border-transparent text-muted-foreground hover:text-foreground',
          )}
        >
          {doors[each]}
        </Link>
      ))}
    </nav>
  )
}

export function TermsNote({ act }: { act: string }) {
  const to = returnTo()
  return (
    <p className="mt-6 text-[0.8125rem] text-pretty text-muted-foreground">
      By {act}, you agree to our{' '}
      <Link href={withReturnTo(paths.terms(), to)} className={inlineLink}>
        Terms of Service
      </Link>{' '}
      and{' '}
      <Link href={withReturnTo(paths.privacy(), to)} className={inlineLink}>
        Privacy Policy
      </Link>
      .
    </p>
  )
}

/** The link is underlined, because color alone doesn't distinguish it in running text. */
export const inlineLink =
  'rounded-sm font-medium text-foreground underline decoration-input underline-offset-4 hover:decoration-foreground'

const promises: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: Percent,
    title: 'Flexible funding percentages',
    text: 'Take the share of a loan that fits your book, from 1% up.',
  },
  {
    icon: FileText,
    title: 'Detailed loan and property documentation',
    text: 'Terms, values and the documents behind them, loan by loan.',
  },
  {
    icon: LockKeyhole,
    title: 'Enterprise-grade security',
    text: 'Other lenders never see your position, and every step is on record.',
  },
]

function BrandPanel() {
  return (
    <aside
      aria-label={`About ${company.name}`}
      className="dark flex flex-col overflow-hidden bg-card text-foreground max-lg:order-last lg:sticky lg:top-0 lg:h-dvh print:hidden"
    >
      <div className="mx-auto w-full max-w-100 py-4 max-lg:px-4 sm:px-0 lg:mx-0 lg:max-w-none lg:px-10 lg:pt-10 xl:px-14 xl:pt-14">
        <CompanyLogo className="max-lg:hidden" />
        <p className="mt-16 hidden max-w-md lg:block text-[2rem] leading-[1.15] font-semibold tracking-tight text-balance xl:mt-24">
          Commercial real estate loans, shared among lenders.
        </p>
        <ul className="grid max-w-md lg:mt-10">
          {promises.map(({ icon: Icon, title, text }) => (
            <li key={title} className="flex gap-4 py-3 lg:border-t lg:py-4">
              <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-soft" />
              <div>
                <p className="font-semibold">{title}</p>
                <p className="mt-0.5 hidden text-muted-foreground lg:block">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
      <img
        src="/art/property-office.svg"
        alt=""
        className="mt-4 hidden min-h-0 w-full flex-1 mask-[linear-gradient(to_bottom,transparent,black_30%)] object-cover object-bottom lg:block"
      />
    </aside>
  )
}
