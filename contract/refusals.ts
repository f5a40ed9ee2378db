/** All API errors, with their status, code, and meaning. */

export const refusals = {
  400: {
    invalid: 'A value is missing, malformed, or out of range; `fields` names each.',
  },
  401: {
    unauthorized: "You aren't signed in; or, at sign-in, the email and password don't match.",
    two_factor_required: 'The password is right. Send a code of the second factor too.',
    two_factor_wrong: "The code of the second factor isn't right.",
  },
  403: {
    forbidden:
      "Your role doesn't allow it, your account awaits approval, the request came from another site, or the upload address isn't valid.",
    not_admitted: 'Your firm sees only a teaser of the loan. Ask the originator for access.',
    terms_not_accepted:
      'The Terms of Service or the Privacy Policy changed, and you have not accepted them yet.',
    two_factor_setup_required:
      "Administrators must use two-factor sign-in, and you haven't set it up yet.",
  },
  404: {
    not_found: "It doesn't exist, or it's private to someone else.",
  },
  405: {
    method_not_allowed: "The address doesn't accept this method; `Allow` names those it accepts.",
  },
  408: {
    too_slow: 'The request took too long to arrive.',
  },
  409: {
    above_maximum: "The lender would hold more than the loan's maximum share.",
    account_changed: 'The account the email was for was closed, or has a new email address.',
    admitted_already: 'Your firm sees the whole loan already.',
    admin_approved: 'Administrators are always approved.',
    already_answered: 'It was answered or withdrawn already.',
    answers_missing: 'Lenders can still answer. Wait for them, or until their time is over.',
    already_invited:
      'The address has an open invitation to the firm, or another administrator has just invited it.',
    already_reversed: 'The receipt of money was reversed already.',
    already_sent: 'The instructions were sent already.',
    already_verified: 'The instructions were verified already.',
    binding_commitments: 'The account or firm holds binding commitments. Release them first.',
    below_minimum: "The lender would hold less than the loan's minimum share.",
    book_changed: 'The book has changed since the version that you sent.',
    book_closed:
      "The book takes no commitments: its deadline has passed, an allocation awaits answers, or it's closed.",
    busy: 'Many lenders are committing to the loan at once. Try again in a moment.',
    changed_meanwhile:
      'The loan, its audience or the text has changed since the version you sent; `fields` says who changed what of a loan.',
    deal_closed: "The loan's book is closed. Reopen it first.",
    deactivated: 'The account or its firm is deactivated.',
    email_taken: 'Another account has this email address.',
    fixed_out_of_range:
      'A share set by hand must be from what the lender is bound to, to what it asks for; `fields` names the lender.',
    funds_missing: 'The book is closed, and lenders have not paid in full.',
    has_administrator: 'An administrator belongs to the firm.',
    has_position: 'A firm that would lose its admission holds a position in the loan.',
    has_commitments: 'Lenders have committed to the loan, so it stays published.',
    has_records:
      'The person is the last one of a firm with commitments or messages, which would lose its people.',
    hold_too_high: "Lenders are bound to so much that the originator can't keep this share.",
    has_receipts: 'Money has come. Reverse its receipts first.',
    holds_share: 'You hold a share of the loan. Withdraw soft interest before you pass.',
    instructions_changed: 'These are not the instructions in force.',
    invitation_ended:
      'The invitation has expired, was withdrawn or used, or is for another address.',
    key_reused: 'The Idempotency-Key was used for another request.',
    last_admin: 'This is the last administrator.',
    last_manager: 'The firm would have no manager.',
    loan_draft: 'The loan is a draft. Publish it first.',
    loan_funded: 'The loan is funded.',
    more_than_due: 'The lender would have paid more than is due.',
    name_taken: 'Another saved filter of yours, or another list of firms, has this name.',
    not_active: "The lender's account is deactivated.",
    not_admitted: "The lender's firm doesn't see the whole loan. Admit it first.",
    not_allowed_now: "The state of the commitment or the loan doesn't allow it.",
    not_approved: "The lender's account awaits approval.",
    not_as_confirmed:
      "The account's records have changed since you confirmed, so it would be deactivated instead of deleted, or the other way around.",
    not_awaiting_approval: 'The account no longer awaits approval.',
    not_closed: "The loan's book isn't closed.",
    not_enough_available: 'The share is more than what is available.',
    not_in_book: 'A lender has no commitment to the loan; `fields` names it.',
    nothing_to_offer: 'The allocation gives no lender more than it is bound to.',
    nothing_to_confirm:
      'No lender is bound to the loan, so its terms can be changed without an answer.',
    not_in_register: 'The firm is not a lender of the current register.',
    not_verified: 'The instructions were not verified by telephone.',
    not_whole: 'The binding shares are not 100%.',
    offer_open: 'The lender has an open offer. Accept or decline it first.',
    offer_over: 'The time to answer the offer has ended, or its round has.',
    originator_firm: "The originator's firm has no people, and can't be deactivated.",
    over_capacity:
      'The shares set by hand exceed what is left; `fields` names the first lender that they exceed it for.',
    own_account: "You can't do this to your own account.",
    pinned_below_minimum:
      'A pinned share must be at least the minimum, or all that the lender asks for; `fields` names the lender.',
    pinned_out_of_range:
      'A pinned share must be at most what the lender asks for and the maximum; `fields` names the lender.',
    pinned_too_high:
      'The pinned shares exceed what is left; `fields` names the first lender that they exceed it for.',
    round_over: 'The round is over.',
    proposal_over: 'The proposed terms have taken effect or were canceled.',
    receipt_exists: 'The same money is on record already.',
    round_running: 'An allocation awaits answers. End it first.',
    same_terms: 'The proposed terms are those of the loan.',
    sample_in_use: 'Something of the sample data belongs to people who are not part of it.',
    second_administrator: 'Another administrator than the one who saved it must approve it.',
    set_elsewhere: 'A setting of the program holds the value, so it changes there.',
    soft_limit: "The lender's soft commitments would exceed the whole loan.",
    terms_changed: "The terms that you sent aren't the loan's, which have changed.",
    terms_fixed: 'The terms are locked: the loan is funded, or lenders are bound to them.',
    terms_pending: 'Other terms are proposed, and lenders are asked to confirm them.',
    terms_republished: 'The texts changed again. Read them, then accept them.',
    too_many_filters: 'You have as many saved filters as one person can save.',
    too_many_profiles: 'There are as many import profiles as there can be. Delete one first.',
    two_factor_not_started: "The setup of two-factor sign-in wasn't started.",
    two_factor_off: "Two-factor sign-in isn't on.",
    two_factor_on: 'Two-factor sign-in is already on.',
    two_factor_required_here:
      "Administrators must use two-factor sign-in, so it can't be turned off.",
    upload_used: 'The upload was already used.',
  },
  413: {
    too_large: 'The request is too large.',
  },
  415: {
    encoded: 'The body has a Content-Encoding. Send it as it is.',
    not_json: "The body isn't JSON.",
  },
  416: {
    range_not_satisfiable: "The file doesn't have that range.",
  },
  417: {
    not_expected: "The server doesn't support the `Expect` header you sent.",
  },
  429: {
    too_many_requests:
      'Too many attempts, or too many calls from one account; `Retry-After` says when to try again.',
  },
  431: {
    too_large: 'The request headers are too large.',
  },
  500: {
    internal: 'Something went wrong on our side. The server logged it.',
  },
  503: {
    busy: 'Too many requests at once; `Retry-After` says when to try again.',
    database_away: "The database can't be reached; `Retry-After` says when to try again.",
    no_key: 'The key that encrypts secrets is missing or has changed.',
    no_room: 'The disk is full.',
    not_ready: "The database or the file store isn't responding, or the server is stopping.",
    outcome_unknown:
      'The database connection was lost after a change was sent. Check whether it was made before you repeat it.',
    standby_away:
      'Changes are paused while the database waits for its standby; reads go on. `Retry-After` says when to try again.',
    store_away: "The file store can't be reached; `Retry-After` says when to try again.",
  },
} as const

type Refusals = typeof refusals
export type RefusalStatus = keyof Refusals
export type CodeOf<Status extends RefusalStatus> = Status extends unknown
  ? keyof Refusals[Status]
  : never
export type RefusalCode = CodeOf<RefusalStatus>

export type StatusWithCode = {
  [Status in RefusalStatus]: [status: Status, code: CodeOf<Status>]
}[RefusalStatus]

export type RefusalCodes = { readonly [Status in RefusalStatus]?: readonly CodeOf<Status>[] }
