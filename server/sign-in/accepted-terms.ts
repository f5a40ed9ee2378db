/**
 * A condition that is true if a user must accept changed terms: an approved lender whose accepted version is older than
 * the newest version that requires acceptance. Administrators are exempt, because they publish the terms.
 */
export const mustAcceptTerms = (users: string) => `(
  ${users}.is_approved and not ${users}.is_admin
  and coalesce(substring(${users}.terms_version from '^([0-9]{1,9})(?:[+]|$)')::int, 0)
    < (select coalesce(max(version), 0) from legal_texts where asks_again))`
