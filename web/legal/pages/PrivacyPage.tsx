import { LegalPage } from '#web/legal/LegalPage.tsx'

export const PrivacyPage = () => <LegalPage kind="privacy" />
