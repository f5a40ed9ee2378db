import { company } from '#web/company/company.ts'
import { Landing } from './Landing.tsx'

/** The landing page inside the app, shown after the user signs out or the session ends. */
export function LandingPage() {
  return <Landing company={company} year={year} />
}

const year = String(new Date().getFullYear())
