type Line = { quantity: number; returned: number }

/** How many of a line still stand: what is packed, handed out and put back when the order is cancelled. */
export function standingOf({ quantity, returned }: Line): number {
  return quantity - returned
}

export function formatStanding({ quantity, standing }: { quantity: number; standing: number }): string {
  return `${quantity} ordered, ${standing} provided`
}
