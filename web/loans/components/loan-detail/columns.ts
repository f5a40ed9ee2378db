/** The loan's page: one column, or a wide and a narrow one whose first cards are of one height. */
export const loanColumns =
  'grid gap-4 lg:grid-cols-[minmax(0,1fr)_19rem] xl:grid-cols-[minmax(0,1fr)_21rem]'

/**
 * Without a picture the figures are lower than the funding, and what comes next moves up in each column. In a grid it
 * can't, so the parts float, wherever the page has two columns.
 */
export const withoutPicture = {
  columns: 'lg:-mb-4 lg:flow-root',
  wide: 'lg:float-left lg:clear-left lg:mb-4 lg:w-[calc(100%-20rem)] xl:w-[calc(100%-22rem)]',
  narrow: 'lg:float-right lg:clear-right lg:mb-4 lg:w-76 xl:w-84',
}
