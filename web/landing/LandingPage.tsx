import { company } from '#web/company/company.ts'
import { Landing } from './Landing.tsx'

/** The landing page inside the app, after sign-out or the end of a session. */
export function LandingPage() {
  return <Landing company={company} year={year} />
}

const year = String(new Date().getFullYear())
