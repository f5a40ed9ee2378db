/** "Opened by 4 of 5 holders". */
export const describeOpenings = (openedBy: number, holders: number) =>
  `Opened by ${openedBy} of ${holders} ${holders === 1 ? 'holder' : 'holders'}`
