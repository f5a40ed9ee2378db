import { company } from '#web/company.ts'
import { LegalText, type LegalSection } from './LegalText.tsx'

/**
 * A neutral default text: operators replace it with their own, and change the version that a
 * registration accepts.
 */
export function TermsPage() {
  return <LegalText title="Terms of Service" effective="November 23, 2026" sections={sections} />
}

const sections: LegalSection[] = [
  {
    title: 'About these terms',
    paragraphs: [
      `These terms are an agreement between you and ${company.name} ("we", "us"). They cover your use of this platform, where we present commercial real estate loans that we originate, and where approved lenders review them, ask questions and commit to fund a share.`,
      'By registering or signing in, you accept these terms. If you act for an institution, you accept them on its behalf and confirm that you have the authority to do so.',
    ],
  },
  {
    title: 'Accounts and approval',
    paragraphs: [
      'Register with your own name, a working email address and a password that you keep to yourself. We review every account before it can commit, and may ask for documents that show who you are and that you are permitted to lend.',
      'We may decline an account. We may suspend an account that breaks these terms or that someone else uses, or if the law requires it. Tell us right away if you believe someone else has used your account.',
    ],
  },
  {
    title: 'Your own judgment',
    paragraphs: [
      'Information about loans, borrowers and properties comes from sources we believe to be reliable. We don’t warrant that it is complete or that it will remain accurate. Values, occupancy and other forward-looking figures are estimates.',
      'Nothing on the platform is investment, legal or tax advice, or an offer of securities. Decide whether to lend based on your own analysis and your own advisers.',
    ],
  },
  {
    title: 'Soft commitments',
    paragraphs: [
      'A soft commitment is a non-binding expression of interest in a share of a loan. It doesn’t reserve a share for you. You may change or withdraw it until the loan is funded, and make it binding if the loan still has room.',
    ],
  },
  {
    title: 'Binding commitments',
    paragraphs: [
      'With a binding commitment, you agree to fund the stated share of the stated loan, on the terms shown when you made it and under the loan documents. You may not withdraw it. We may release you from it, and will do so if the loan isn’t made.',
      'The amount is your share of the loan amount, rounded to the cent. When a loan is fully committed, the cents left over from rounding are allotted so that the commitments add up to the loan amount. The platform’s record of a commitment is evidence of it.',
    ],
  },
  {
    title: 'Confidentiality',
    paragraphs: [
      'Use documents, photos and messages only to evaluate a loan. Keep them confidential. Share them only with advisers and regulators who must also keep them confidential. This duty continues after your account is closed.',
    ],
  },
  {
    title: 'Acceptable use',
    paragraphs: [
      'Don’t attempt to access data or functions you aren’t authorized to use. Don’t overload the platform, collect its content by automated means, or upload anything unlawful or harmful.',
    ],
  },
  {
    title: 'Availability and liability',
    paragraphs: [
      'We run the platform with care, but don’t promise that it is always available. To the extent the law allows, we aren’t liable for indirect loss, or for loss that results from a decision to lend or not to lend. Nothing in these terms limits liability that the law doesn’t allow to be limited.',
    ],
  },
  {
    title: 'Changes and termination',
    paragraphs: [
      'We may change these terms, and will announce a change on the platform before it takes effect. Commitments you have already made remain subject to the terms in effect when you made them. You may stop using the platform at any time. Your binding commitments survive.',
    ],
  },
  {
    title: 'Governing law and contact',
    paragraphs: [
      'The law of the state where our office is located governs these terms, without regard to its conflict-of-law rules.',
      `Questions? Contact ${company.email}, ${company.phone}, or ${company.name}, ${company.address}.`,
    ],
  },
]
