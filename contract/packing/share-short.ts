type SharingRule = 'fair' | 'first'

/**
 * Units for each of `requests`, in the order they were placed. `first`: first come, first served.
 * `fair`: the same for everyone up to what they ordered, leftovers to the earliest.
 */
export function shareShort(rule: SharingRule, requests: readonly number[], have: number): number[] {
  return rule === 'first' ? shareToFirst(requests, have) : shareFairly(requests, have)
}

function shareToFirst(requests: readonly number[], have: number): number[] {
  let left = have
  return requests.map((units) => {
    const gets = Math.min(units, left)
    left -= gets
    return gets
  })
}

function shareFairly(requests: readonly number[], have: number): number[] {
  const each = equalShare(requests, have)
  const gets = requests.map((units) => Math.min(units, each))
  let odd = have - gets.reduce((sum, units) => sum + units, 0)
  return gets.map((units, index) => {
    if (odd <= 0 || units >= (requests[index] ?? 0)) return units
    odd--
    return units + 1
  })
}

function equalShare(requests: readonly number[], have: number): number {
  const rising = [...requests].sort((one, other) => one - other)
  let left = have
  for (const [index, units] of rising.entries()) {
    const each = Math.floor(left / (rising.length - index))
    if (units > each) return each
    left -= units
  }
  return rising.at(-1) ?? 0
}
