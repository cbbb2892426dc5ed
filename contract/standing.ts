/** A line of an order: so many were ordered, and so many of them given back since, by refunds. */
type Line = { quantity: number; returned: number }

/** How many of a line still stand: what is packed, handed out and put back when the order is cancelled. */
export function standingOf({ quantity, returned }: Line): number {
  return quantity - returned
}

/** `12 ordered, 8 given`, of a line of which something was given back. */
export function sayGiven({ quantity, standing }: { quantity: number; standing: number }): string {
  return `${quantity} ordered, ${standing} given`
}
