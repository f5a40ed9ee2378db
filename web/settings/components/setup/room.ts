/** A header of 52 pixels and lines of 44: five rows of them, or all nine below each other on a phone. */
export const dashboardRoom = 'h-[17.125rem] max-md:h-[28.25rem]'
