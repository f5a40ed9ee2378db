/** A header of 52 pixels and lines of 44: four pairs of them, or all eight below each other on a phone. */
export const dashboardRoom = 'h-[14.375rem] max-md:h-[25.5rem]'
