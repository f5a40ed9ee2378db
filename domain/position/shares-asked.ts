/** Of so many loans a person's shares are asked at once. The browser loads it apart from the rules of commitments. */
export const maxSharesAsked = 100
