import { company } from '#web/company.ts'
import { LegalText, type LegalSection } from './LegalText.tsx'

/** A neutral default text: operators replace it with their own. */
export function PrivacyPage() {
  return <LegalText title="Privacy Policy" effective="November 23, 2026" sections={sections} />
}

const sections: LegalSection[] = [
  {
    title: 'Who we are',
    paragraphs: [
      `${company.name}, ${company.address}, runs this platform and is responsible for the personal data on it. Reach us at ${company.email} or ${company.phone}.`,
    ],
  },
  {
    title: 'What we collect',
    paragraphs: [
      'Your account: your name, email address, a one-way hash of your password, your role, whether we have approved you, and which version of our terms you accepted and when.',
      'Your activity: your favorite loans, when you last opened each loan, which documents you open and when, your commitments with their terms, the messages you write, and the notifications we send you.',
      'Technical records: the address you sign in from, the time, and the requests you make. They help us keep the platform secure and find faults.',
    ],
  },
  {
    title: 'How we use it',
    paragraphs: [
      'To give you access, review your account, record and carry out commitments, answer your questions, notify you about your loans, keep the platform secure, and meet our legal obligations as a lender. We don’t sell personal data, show ads or build advertising profiles.',
    ],
  },
  {
    title: 'Who sees it',
    paragraphs: [
      'Our administrators see accounts, commitments, messages and which documents you open, because they run the loans. Other lenders see a loan’s totals. They never see your name, your share, your messages or which loans and documents you open.',
      'Companies that provide hosting, storage or email for us process data only on our instructions. We disclose data to authorities and courts when the law requires it.',
    ],
  },
  {
    title: 'Cookies and browser storage',
    paragraphs: [
      'One cookie keeps you signed in. It ends when you log out, or after a time. A second cookie remembers for seven days whether the sidebar is open. Your browser stores your choice of light or dark theme. We use no third-party cookies, and nothing tracks you on other sites.',
    ],
  },
  {
    title: 'How long we keep it',
    paragraphs: [
      'We keep account data for as long as the account exists, and commitments, with the names on them, for as long as the law requires us to keep loan records. We delete sign-in sessions once they end, and the accounts of applicants we don’t approve.',
    ],
  },
  {
    title: 'How we protect it',
    paragraphs: [
      'We never store passwords in readable form. Only people who may read documents and photos can get them, and we check every request. No system is free of risk. If a breach affects you, we’ll notify you without delay.',
    ],
  },
  {
    title: 'Your rights',
    paragraphs: [
      'You may ask what data we hold about you, have it corrected, get a copy, or have it deleted unless we must keep it. You can change your name and password on your profile. For everything else, write to us. You may also file a complaint with your state’s privacy regulator.',
    ],
  },
  {
    title: 'Changes',
    paragraphs: [
      'If we change this policy, we post the new version here with its date and announce it on the platform.',
    ],
  },
]
