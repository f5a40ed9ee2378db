/** Amounts as people write them, with separators between thousands: "1,250,000.50". */

/** What was pasted as a plain figure: "$1,250,000 " is "1250000". Other texts stay as they are. */
export function plainFigure(pasted: string): string {
  const plain = pasted.replace(/[\s,$]/g, '').replace(/^USD|USD$/i, '')
  return figure.test(plain) ? plain : pasted
}

const figure = /^-?\d*(\.\d*)?$/
