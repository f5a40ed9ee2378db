import { LegalPage } from '#web/legal/LegalPage.tsx'

export const TermsPage = () => <LegalPage kind="terms" />
