import { company } from '#web/company.ts'
import { LegalText, type LegalSection } from './LegalText.tsx'

/**
 * A neutral default text: operators replace it with their own, and change the version that a
 * registration accepts.
 */
export function TermsPage() {
  return <LegalText title="Terms of Service" effective="November 1, 2026" sections={sections} />
}

const sections: LegalSection[] = [
  {
    title: 'What these terms are about',
    paragraphs: [
      `These terms are an agreement between you and ${company.name} ("we") about your use of this platform. On it we present commercial real estate loans that we originate, and lenders whom we have approved can read about them, ask questions and commit to fund a share.`,
      'By registering or signing in you accept these terms. If you act for an institution, you accept them for it and confirm that you are allowed to.',
    ],
  },
  {
    title: 'Accounts and approval',
    paragraphs: [
      'You register with your own name, a working e-mail address and a password that you keep to yourself. We review every account before it can commit, and may ask for documents that show who you are and that you may lend.',
      'We may refuse an account, or suspend one that breaks these terms, that is used by somebody else, or where the law obliges us to. Tell us at once when you believe that somebody else has used your account.',
    ],
  },
  {
    title: 'Loans are offered for your own judgment',
    paragraphs: [
      'What the platform says about a loan, a borrower or a property comes from sources that we believe to be reliable, but we do not warrant that it is complete or that it will stay true. Values, occupancy and other forward-looking figures are estimates.',
      'Nothing on the platform is investment, legal or tax advice, nor an offer of securities. You decide on your own analysis, with your own advisers, whether to lend.',
    ],
  },
  {
    title: 'Soft commitments',
    paragraphs: [
      'A soft commitment is a non-binding expression of interest in a share of a loan. It holds no share for you. You may change or withdraw it until the loan is funded, and you may make it binding as far as the loan then has room.',
    ],
  },
  {
    title: 'Binding commitments',
    paragraphs: [
      'With a binding commitment you undertake to fund the stated share of the stated loan, on the terms shown when you made it and under the loan documents. You cannot withdraw it on your own. We may release you from it, and will do so when the loan is not made.',
      'The amount is the share of the loan amount, rounded to the cent; when a loan is fully committed, the cents left over by rounding are allotted so that the commitments add up to the loan. The record that the platform keeps of a commitment is evidence of it.',
    ],
  },
  {
    title: 'Confidentiality',
    paragraphs: [
      'Documents, photographs and messages are given to you to judge a loan, and for nothing else. Keep them confidential, and share them only with advisers and regulators who are bound to confidence as well. This duty continues after your account has ended.',
    ],
  },
  {
    title: 'Fair use',
    paragraphs: [
      'Do not try to reach what is not meant for you, do not overload the platform, do not collect its content by automated means, and do not upload anything that is unlawful or harmful.',
    ],
  },
  {
    title: 'Availability and liability',
    paragraphs: [
      'We run the platform with care, but do not promise that it is always available. As far as the law allows, we are not liable for indirect loss, nor for loss that follows from a decision to lend or not to lend. Nothing in these terms limits liability that cannot be limited by law.',
    ],
  },
  {
    title: 'Changes, and the end of the agreement',
    paragraphs: [
      'We may change these terms and will say so on the platform before a change takes effect. Commitments that you have made stay under the terms on which you made them. You may end your use at any time; binding commitments outlast it.',
    ],
  },
  {
    title: 'Law and contact',
    paragraphs: [
      'These terms are governed by the law of the state in which we have our office, without regard to its conflict-of-law rules.',
      `Questions go to ${company.email}, ${company.phone}, or ${company.name}, ${company.address}.`,
    ],
  },
]
