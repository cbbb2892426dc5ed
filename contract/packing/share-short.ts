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

/** In each round, whoever ordered as many gets one more. */
function shareFairly(requests: readonly number[], have: number): number[] {
  const gets = requests.map(() => 0)
  let left = have
  for (let round = 1; left > 0 && requests.some((units) => units >= round); round++)
    for (const [index, units] of requests.entries())
      if (left > 0 && units >= round) {
        gets[index] = round
        left--
      }
  return gets
}
