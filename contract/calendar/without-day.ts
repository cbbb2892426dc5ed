/** Stands in for a day: deliveries without one, still to pack. */
export const WITHOUT_DAY = 'without-day'
