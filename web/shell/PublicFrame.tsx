import type { ReactNode } from 'react'
import { paths } from '#web/addresses/paths.ts'
import { returnTo, withReturnTo } from '#web/addresses/return-to.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { CompanyLogo } from './CompanyLogo.tsx'
import { Footer } from './Footer.tsx'
import { SkipLink } from './SkipLink.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'

export function PublicFrame({ children }: { children: ReactNode }) {
  const to = returnTo()
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="border-b bg-card print:hidden">
        <div className="mx-auto flex h-14 max-w-340 items-center gap-2 px-4 md:px-6 lg:px-8">
          {/* The server renders the linked page, so the link doesn't use client-side navigation. */}
          <a href="/" className="min-w-0 rounded-lg">
            <CompanyLogo />
          </a>
          <div className="ml-auto flex items-center gap-1">
            <ThemeSwitch />
            <ButtonLink href={withReturnTo(paths.login(), to)}>Log In</ButtonLink>
          </div>
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-340 flex-1 px-4 py-6 outline-none md:px-6 lg:px-8"
      >
        {children}
      </main>
      <Footer />
    </div>
  )
}
