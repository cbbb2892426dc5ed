/** The time zone of every calendar rule of the farm. */
export const FARM_TIME_ZONE = 'America/Denver'
