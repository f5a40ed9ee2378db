import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { company } from '#web/company/company.ts'
import { paths } from '#web/addresses/paths.ts'
import { phoneHref, supportHours } from './company-contact.ts'
import { FooterLink } from './FooterLink.tsx'

export function AppFooter() {
  return (
    <footer className="mt-10 border-t bg-card text-xs text-muted-foreground print:hidden">
      <div className="mx-auto max-w-340 px-4 py-2.5 md:px-6 lg:px-8">
        <Row>
          <p className="max-md:leading-4">
            Your trusted partner in multi-lender loan syndication for commercial real estate.
          </p>
          <p className="flex flex-wrap gap-x-4">
            <Link href={paths.terms()} className={linkClass}>
              Terms of Service
            </Link>
            <Link href={paths.privacy()} className={linkClass}>
              Privacy Policy
            </Link>
          </p>
        </Row>
        <Part title="Contact">
          <address className="contents not-italic">
            <FooterLink href={`mailto:${company.email}`} className={linkClass}>
              {company.email}
            </FooterLink>
            <FooterLink href={phoneHref(company.phone)} className={linkClass}>
              {company.phone}
            </FooterLink>
            <span>{company.address}</span>
            <span>{supportHours}</span>
          </address>
        </Part>
        <Row>
          <Part title="Quick Links">
            {links.map(({ href, text }) => (
              <Link key={href} href={href} className={linkClass}>
                {text}
              </Link>
            ))}
            <FooterLink href={company.website} newTab className={linkClass}>
              Company Website
            </FooterLink>
            <FooterLink href={company.networkUrl} newTab className={linkClass}>
              Professional Network
            </FooterLink>
          </Part>
          <p>
            © {year} {company.name}. All rights reserved.
          </p>
        </Row>
      </div>
    </footer>
  )
}

const year = new Date().getFullYear()

const links = [
  { href: paths.dashboard(), text: 'Dashboard' },
  { href: paths.loans(), text: 'Browse Loans' },
  { href: paths.commitments(), text: 'My Commitments' },
]

/** The links are 24 px high, which is the minimum size of targets in WCAG 2.2. */
const linkClass =
  'inline-flex h-6 items-center rounded-sm underline-offset-4 hover:text-foreground hover:underline'

const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6">{children}</div>
)

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex min-h-6 flex-wrap items-center gap-x-4">
      <h2 className="font-medium text-foreground max-md:sr-only">{title}</h2>
      {children}
    </section>
  )
}
