/**
 * The default Terms of Service and Privacy Policy. Their wording is neutral, because administrators should replace
 * them.
 */
import type { LegalKind } from '#domain/settings/legal-texts.ts'

const wrapped: Record<LegalKind, string> = {
  terms: `# About these terms

These terms are an agreement between you and {company} ("we", "us"). They cover your use of this platform,
where we present commercial real estate loans that we originate, and where approved lenders review them, ask
questions and commit to fund a share.

By registering or signing in, you accept these terms. If you act for an institution, you accept them on its
behalf and confirm that you have the authority to do so.

# Accounts and approval

Register with your own name, a working email address and a password that you keep to yourself. We review
every account before it can commit, and may ask for documents that show who you are and that you are
permitted to lend.

We may decline an account. We may suspend an account that breaks these terms or that someone else uses, or
if the law requires it. Tell us right away if you believe someone else has used your account.

# Your own judgment

Information about loans, borrowers and properties comes from sources we believe to be reliable. We don’t
warrant that it is complete or that it will remain accurate. Values, occupancy and other forward-looking
figures are estimates.

Nothing on the platform is investment, legal or tax advice, or an offer of securities. Decide whether to
lend based on your own analysis and your own advisers.

# Soft commitments

A soft commitment is a non-binding expression of interest in a share of a loan. It doesn’t reserve a share
for you. You may change or withdraw it until the loan is funded, and make it binding if the loan still has
room.

# Binding commitments

With a binding commitment, you agree to fund the stated share of the stated loan, on the terms shown when
you made it and under the loan documents. You may not withdraw it. We may release you from it, and will do
so if the loan isn’t made.

The amount is your share of the loan amount, rounded to the cent. When a loan is fully committed, the cents
left over from rounding are allotted so that the commitments add up to the loan amount. The platform’s
record of a commitment is evidence of it.

# Confidentiality

Use documents, photos and messages only to evaluate a loan. Keep them confidential. Share them only with
advisers and regulators who must also keep them confidential. This duty continues after your account is
closed.

# Acceptable use

Don’t attempt to access data or functions you aren’t authorized to use. Don’t overload the platform, collect
its content by automated means, or upload anything unlawful or harmful.

# Availability and liability

We run the platform with care, but don’t promise that it is always available. To the extent the law allows,
we aren’t liable for indirect loss, or for loss that results from a decision to lend or not to lend. Nothing
in these terms limits liability that the law doesn’t allow to be limited.

# Changes and termination

We may change these terms, and will announce a change on the platform before it takes effect. Commitments
you have already made remain subject to the terms in effect when you made them. You may stop using the
platform at any time. Your binding commitments survive.

# Governing law and contact

The law of the state where our office is located governs these terms, without regard to its conflict-of-law
rules.

Questions? Contact {email}, {phone}, or {company}, {address}.`,
  privacy: `# Who we are

{company}, {address}, runs this platform and is responsible for the personal data on it. Reach us at {email}
or {phone}.

# What we collect

Your account: your name, email address, a one-way hash of your password, your role, whether we have approved
you, and which version of our terms you accepted and when.

Your activity: your favorite loans, when you last opened each loan, which documents you open and when, your
commitments with their terms, the messages you write, and the notifications we send you.

Technical records: the address you sign in from, the time, and the requests you make. They help us keep the
platform secure and find faults.

# How we use it

To give you access, review your account, record and carry out commitments, answer your questions, notify you
about your loans, keep the platform secure, and meet our legal obligations as a lender. We don’t sell
personal data, show ads or build advertising profiles.

# Who sees it

Our administrators see accounts, commitments, messages and which documents you open, because they run the
loans. Other lenders see a loan’s totals. They never see your name, your share, your messages or which loans
and documents you open.

Companies that provide hosting, storage or email for us process data only on our instructions. We disclose
data to authorities and courts when the law requires it.

# Cookies and browser storage

One cookie keeps you signed in. It ends when you log out, or after a time. A second cookie remembers for
seven days whether the sidebar is open. Your browser stores your choice of light or dark theme. We use no
third-party cookies, and nothing tracks you on other sites.

# How long we keep it

We keep account data for as long as the account exists, and commitments, with the names on them, for as long
as the law requires us to keep loan records. We delete sign-in sessions once they end, and the accounts of
applicants we don’t approve.

# How we protect it

We never store passwords in readable form. Only people who may read documents and photos can get them, and
we check every request. No system is free of risk. If a breach affects you, we’ll notify you without delay.

# Your rights

You may ask what data we hold about you, have it corrected, get a copy, or have it deleted unless we must
keep it. You can change your name and password on your profile. For everything else, write to us. You may
also file a complaint with your state’s privacy regulator.

# Changes

If we change this policy, we post the new version here with its date and announce it on the platform.`,
}

const unwrapped = (text: string) => text.replaceAll(/(?<!\n)\n(?!\n)/g, ' ')

export const builtInTexts: Record<LegalKind, string> = {
  terms: unwrapped(wrapped.terms),
  privacy: unwrapped(wrapped.privacy),
}
