import { company } from '#web/company.ts'
import { Landing } from './Landing.tsx'

/** The landing page for who signs out, or loses the session, within the application. */
export function LandingPage() {
  return <Landing company={company} year={year} />
}

const year = String(new Date().getFullYear())
