/** Around the columns: their number follows from the room that a document beside the page leaves. */
export const aroundColumns = '@container'

/** The loan's page: one column, or a wide and a narrow one whose first cards are of one height. */
export const loanColumns =
  'grid gap-4 @3xl:grid-cols-[minmax(0,1fr)_19rem] @min-[58rem]:grid-cols-[minmax(0,1fr)_21rem]'

/**
 * Without a picture the figures are lower than the funding, and what comes next moves up in each column. In a grid it
 * can't, so the parts float, wherever the page has two columns.
 */
export const withoutPicture = {
  columns: '@3xl:-mb-4 @3xl:flow-root',
  wide: '@3xl:float-left @3xl:clear-left @3xl:mb-4 @3xl:w-[calc(100%-20rem)] @min-[58rem]:w-[calc(100%-22rem)]',
  narrow: '@3xl:float-right @3xl:clear-right @3xl:mb-4 @3xl:w-76 @min-[58rem]:w-84',
}
