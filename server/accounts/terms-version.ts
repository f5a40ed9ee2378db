/**
 * The version of the Terms of Service and the Privacy Policy that a registration accepts. Raise it
 * when the texts change; older accounts keep the version that they accepted.
 */
export const termsVersion = '2026-11-01'
