/**
 * The maximum length of the recipient list; a search finds others. A separate file, so that screens load no schemas.
 */
export const maxRecipients = 20
