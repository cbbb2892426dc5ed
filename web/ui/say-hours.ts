import { PICKUP_PLACES, type PickupLocation } from '#contract/delivery.ts'

/** The hours of a pickup, where its day is named beside them: `9am to noon`. */
export function sayHours(location: PickupLocation): string {
  return PICKUP_PLACES[location].window.replace(/^Saturday /, '')
}
