/** The forms of a routing number of the American Bankers Association, and of an account number. */

const weights = [3, 7, 1]

/** Nine digits whose last one makes the weighted sum a multiple of ten. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text) || text === '000000000') return false
  const sum = Array.from(text, Number).reduce(
    (total, digit, place) => total + digit * (weights[place % 3] ?? 0),
    0,
  )
  return sum % 10 === 0
}

/** A wire has room for 17 characters. A shorter number than six would nearly be known by its last four. */
export const isAccountNumber = (text: string): boolean => /^[0-9A-Za-z]{6,17}$/.test(text)

export const lastFour = (accountNumber: string): string => accountNumber.slice(-4)
