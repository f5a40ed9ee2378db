import { company } from '#web/company.ts'
import { LegalText, type LegalSection } from './LegalText.tsx'

/** A neutral default text: operators replace it with their own. */
export function PrivacyPage() {
  return <LegalText title="Privacy Policy" effective="November 1, 2026" sections={sections} />
}

const sections: LegalSection[] = [
  {
    title: 'Who is responsible',
    paragraphs: [
      `${company.name}, ${company.address}, runs this platform and is responsible for the personal data on it. You reach us at ${company.email} or ${company.phone}.`,
    ],
  },
  {
    title: 'What we hold',
    paragraphs: [
      'Your account: name, e-mail address, a one-way hash of your password, your role, whether we have approved you, and which version of our terms you accepted and when.',
      'Your use: the loans that you mark as favorites, your commitments with their terms, the messages that you write, and the notices that we send you.',
      'Technical records: the address from which you sign in, the time, and what was asked of our server. They keep the platform secure and help us to find faults.',
    ],
  },
  {
    title: 'What we use it for',
    paragraphs: [
      'To give you access, to review your account, to record and carry out commitments, to answer your questions, to tell you about events on loans that concern you, to keep the platform secure, and to meet duties that the law lays on lenders. We do not sell personal data, show advertising or build profiles for it.',
    ],
  },
  {
    title: 'Who sees it',
    paragraphs: [
      'Our administrators see accounts, commitments and messages, because they run the loans. Other lenders see the totals of a loan, never your name, your share or your messages.',
      'Companies that provide hosting, storage or e-mail for us process data on our instructions alone. We disclose data to authorities and courts where the law obliges us to.',
    ],
  },
  {
    title: 'Cookies and storage in your browser',
    paragraphs: [
      'We set one cookie that keeps you signed in; it ends when you log out, or by itself after a time. A second cookie remembers for seven days whether the sidebar is open. Your choice of the light or the dark theme is kept in your browser. There are no cookies of others, and nothing follows you to other sites.',
    ],
  },
  {
    title: 'How long we keep it',
    paragraphs: [
      'Account data is kept as long as the account exists. Commitments, and the names on them, are kept as long as the law asks us to keep records of loans. Sign-in sessions are deleted when they have ended. The account of an applicant whom we do not approve is deleted.',
    ],
  },
  {
    title: 'How we protect it',
    paragraphs: [
      'Passwords are never stored in readable form. Documents and photographs are given only to those who may read them, and every request is checked. No system is beyond all risk; should a breach concern you, we will tell you without delay.',
    ],
  },
  {
    title: 'Your rights',
    paragraphs: [
      'You may ask what we hold about you, have it corrected, receive a copy, or have it deleted where we have no duty to keep it. You can change your name and password yourself on your profile page. For everything else write to us; you may also complain to the data protection authority of your place.',
    ],
  },
  {
    title: 'Changes',
    paragraphs: [
      'When this policy changes, the new version appears here with its date, and we point to it on the platform.',
    ],
  },
]
