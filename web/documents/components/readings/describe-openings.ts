export const describeOpenings = (openedBy: number, holders: number) =>
  `Opened by ${openedBy} of ${holders} ${holders === 1 ? 'holder' : 'holders'}`
