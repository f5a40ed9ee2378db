/** The loan's page: one column, or a wide and a narrow one whose first cards are of one height. */
export const loanColumns =
  'grid gap-4 lg:grid-cols-[minmax(0,1fr)_19rem] xl:grid-cols-[minmax(0,1fr)_21rem]'
