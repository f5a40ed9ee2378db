export const countBinding = (count: number) =>
  `${count.toLocaleString('en-US')} binding ${count === 1 ? 'commitment' : 'commitments'}`
