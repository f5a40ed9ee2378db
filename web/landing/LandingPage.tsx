import { company } from '#web/company/company.ts'
import { Landing } from './Landing.tsx'

/** The landing page after signing out, or losing the session, within the application. */
export function LandingPage() {
  return <Landing company={company} year={year} />
}

const year = String(new Date().getFullYear())
