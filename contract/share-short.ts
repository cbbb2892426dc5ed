/** How too small a harvest is shared out by itself. */
export type SharingRule = 'fair' | 'first'

/**
 * So many units each gets of what there is, where `wishes` stand in the order they were ordered in.
 * `first`: everybody gets all of it while there is any. `fair`: everybody gets the same until the
 * wish is met, and the odd ones go to whoever ordered first.
 */
export function shareShort(rule: SharingRule, wishes: readonly number[], have: number): number[] {
  return rule === 'first' ? shareToFirst(wishes, have) : shareFairly(wishes, have)
}

function shareToFirst(wishes: readonly number[], have: number): number[] {
  let left = have
  return wishes.map((wish) => {
    const gets = Math.min(wish, left)
    left -= gets
    return gets
  })
}

function shareFairly(wishes: readonly number[], have: number): number[] {
  const each = equalShare(wishes, have)
  const gets = wishes.map((wish) => Math.min(wish, each))
  let odd = have - gets.reduce((sum, units) => sum + units, 0)
  return gets.map((units, index) => {
    if (odd <= 0 || units >= (wishes[index] ?? 0)) return units
    odd--
    return units + 1
  })
}

/** The most that everybody may have, up to the wish, of so many units. */
function equalShare(wishes: readonly number[], have: number): number {
  const rising = [...wishes].sort((one, other) => one - other)
  let left = have
  for (const [index, wish] of rising.entries()) {
    const each = Math.floor(left / (rising.length - index))
    if (wish > each) return each
    left -= wish
  }
  return rising.at(-1) ?? 0
}
