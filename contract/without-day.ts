/** In place of a day: the deliveries without one that are still to pack. */
export const WITHOUT_DAY = 'without-day'
