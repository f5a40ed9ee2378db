import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { company } from '#web/company/company.ts'
import { paths } from '#web/addresses/paths.ts'
import { phoneHref, supportHours } from './company-contact.ts'
import { CompanyLogo } from './CompanyLogo.tsx'
import { FooterLink, footerLinkClass } from './FooterLink.tsx'

export function Footer() {
  return (
    <footer className="mt-10 border-t bg-card print:hidden">
      <div className="mx-auto grid max-w-340 gap-8 px-4 py-8 sm:grid-cols-2 md:px-6 lg:grid-cols-[1.2fr_1fr_0.7fr] lg:px-8">
        <div className="sm:max-lg:col-span-2">
          <CompanyLogo />
          <p className="mt-3 max-w-sm text-pretty text-muted-foreground">
            Your trusted partner in multi-lender loan syndication for commercial real estate.
          </p>
        </div>
        <Column title="Contact">
          <address className="grid gap-1.5 not-italic">
            <FooterLink href={`mailto:${company.email}`}>{company.email}</FooterLink>
            <FooterLink href={phoneHref(company.phone)}>{company.phone}</FooterLink>
            <span className="text-pretty">{company.address}</span>
            <span>{supportHours}</span>
          </address>
        </Column>
        <Column title="Quick Links">
          <ul className="grid gap-1.5">
            {visitorLinks.map(({ href, text }) => (
              <li key={href}>
                <Link href={href} className={footerLinkClass}>
                  {text}
                </Link>
              </li>
            ))}
            <li>
              <FooterLink href={company.website} newTab>
                Company Website
              </FooterLink>
            </li>
            <li>
              <FooterLink href={company.networkUrl} newTab>
                Professional Network
              </FooterLink>
            </li>
          </ul>
        </Column>
      </div>
      <div className="border-t">
        <div className="mx-auto flex max-w-340 flex-wrap justify-between gap-x-6 gap-y-2 px-4 py-4 text-[0.8125rem] text-muted-foreground md:px-6 lg:px-8">
          <p>
            © {year} {company.name}. All rights reserved.
          </p>
          <p className="flex gap-4">
            <Link href={paths.terms()} className={footerLinkClass}>
              Terms of Service
            </Link>
            <Link href={paths.privacy()} className={footerLinkClass}>
              Privacy Policy
            </Link>
          </p>
        </div>
      </div>
    </footer>
  )
}

const year = new Date().getFullYear()

const visitorLinks = [
  { href: paths.login(), text: 'Log In' },
  { href: paths.register(), text: 'Create Account' },
  { href: paths.verify(), text: 'Verify a Receipt' },
]

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="font-semibold">{title}</h2>
      <div className="mt-3 text-muted-foreground">{children}</div>
    </section>
  )
}
