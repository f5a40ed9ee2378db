/**
 * The version of the Terms of Service and Privacy Policy that a registration accepts. Change it when
 * the texts change; existing accounts keep the version they accepted.
 */
export const termsVersion = '2026-11-23'
