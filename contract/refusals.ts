/** Every refusal that goes over the wire: its status, its code, and in a sentence what it means. */

export const refusals = {
  400: {
    invalid: 'A value is missing, malformed, or out of range; `fields` names each.',
  },
  401: {
    unauthorized: 'Nobody is signed in; or, at sign-in, email and password do not match.',
    two_factor_required: 'The password is right; a code of the second factor is needed too.',
    two_factor_wrong: 'The code of the second factor is not right.',
  },
  403: {
    forbidden:
      'The role may not, the account awaits approval, the request came from another site, or the address for an upload is not valid.',
    two_factor_setup_required:
      'Administrators need two-factor sign-in here, and the caller has yet to set it up.',
  },
  404: {
    not_found: 'It is not there, or is private to somebody else.',
  },
  405: {
    method_not_allowed: 'The address does not take this method; `Allow` names those that it takes.',
  },
  408: {
    too_slow: 'The request took too long to arrive.',
  },
  409: {
    account_changed: 'The account that a mail was for has ended, or has another email address.',
    admin_approved: 'An administrator is always approved.',
    binding_commitments: 'The account holds binding commitments, from which it is released first.',
    busy: 'Many commit to the loan at once; the same request may succeed a moment later.',
    changed_meanwhile:
      'The loan is no longer at the `version` that was sent; `fields` says who changed what.',
    deactivated: 'The account is deactivated.',
    email_taken: 'Another account has this email address.',
    key_reused: 'The Idempotency-Key was used for another request.',
    last_admin: 'Nobody would be left to administer the desk.',
    loan_funded: 'The loan is funded.',
    not_active: "The lender's account is deactivated.",
    not_allowed_now: 'The state of the commitment or of the loan does not allow it.',
    not_approved: "The lender's account awaits approval.",
    not_enough_available: 'The share is more than what is left of the loan.',
    own_account: 'Nobody does this to their own account here.',
    soft_limit: "The lender's soft commitments would exceed the whole loan.",
    terms_changed: 'The terms of the loan give another amount than the one that was sent.',
    terms_fixed: 'The terms are fixed: the loan is funded, or lenders are bound to it.',
    two_factor_not_started: 'The set-up of two-factor sign-in was not started.',
    two_factor_off: 'Two-factor sign-in is not on.',
    two_factor_on: 'Two-factor sign-in is on already.',
    two_factor_required_here: 'Administrators need two-factor sign-in here, so it stays on.',
    upload_used: 'The upload was used already.',
  },
  413: {
    too_large: 'The request is too large.',
  },
  415: {
    not_json: 'The body is not JSON.',
  },
  416: {
    range_not_satisfiable: 'The file has no such part.',
  },
  417: {
    not_expected: 'The request expects what is not served here.',
  },
  429: {
    too_many_requests:
      'Too many attempts, or more calls than one account may make; `Retry-After` says when to try again.',
  },
  431: {
    too_large: 'The head of the request is too large.',
  },
  500: {
    internal: 'Something went wrong on the side of the server, which has logged it.',
  },
  503: {
    busy: 'Too many ask at once; `Retry-After` says when to try again.',
    database_away: 'The database cannot be reached; `Retry-After` says when to try again.',
    no_key: 'The key that second factors are encrypted with is missing or another one.',
    no_room: 'There is no room left on the disk.',
    not_ready: 'The database or the file store does not answer, or the program is stopping.',
    outcome_unknown:
      'The database was lost after a change was sent; look whether it was made before you repeat it.',
    standby_away:
      'The database waits for its standby and takes no changes; reads are answered, and `Retry-After` says when to try again.',
    store_away: 'The file store cannot be reached; `Retry-After` says when to try again.',
  },
} as const

type Refusals = typeof refusals
export type RefusalStatus = keyof Refusals
/** The codes that a status may come with. */
export type CodeOf<Status extends RefusalStatus> = Status extends unknown
  ? keyof Refusals[Status]
  : never
export type RefusalCode = CodeOf<RefusalStatus>

/** A status and one of its codes. */
export type StatusWithCode = {
  [Status in RefusalStatus]: [status: Status, code: CodeOf<Status>]
}[RefusalStatus]

/** Some of the refusals: codes by status. */
export type RefusalCodes = { readonly [Status in RefusalStatus]?: readonly CodeOf<Status>[] }
