/** The longest list of recipients to choose from; a search finds others. Alone, so that screens load no schemas. */
export const maxRecipients = 20
