/**
 * Returns the option to take; null when this state was reached before, so all that may follow is
 * known. A choice without a state is always made anew.
 */
export type Choose = (options: readonly string[], state?: () => string) => number | null

export type Found = { wrong: string[]; story: string[] }

/** `isWhole`: no way was left out. */
export type Explored = { traces: number; states: number; isWhole: boolean; found: Found[] }

type Limits = { mostTraces: number; mostFound: number }
type Taken = { picked: number; options: readonly string[] }

/**
 * Runs a trace for every way its choices can go, depth first: each run repeats the choices before
 * the last one with an option left, and takes that.
 */
export async function explore(
  run: (choose: Choose) => Promise<Found>,
  limits: Limits,
): Promise<Explored> {
  const found: Found[] = []
  const met = new Set<string>()
  let begun: Taken[] = []
  for (let traces = 1; ; traces++) {
    const taken: Taken[] = []
    const seen = await run((options, stateOf) => {
      const sent = begun[taken.length]
      if (sent && sent.options.join() !== options.join())
        throw new Error(`Not the same way twice: ${sent.options.join()} / ${options.join()}`)
      // A state reads the whole shop, so a repeated choice isn't asked for its state.
      const state = sent ? undefined : stateOf?.()
      if (state !== undefined && met.has(state)) return null
      if (state !== undefined) met.add(state)
      const picked = sent?.picked ?? 0
      taken.push({ picked, options })
      return picked
    })
    if (seen.wrong.length > 0) found.push(seen)
    while (taken.length > 0 && hasNoMore(taken.at(-1))) taken.pop()
    const last = taken.pop()
    const walked = { traces, states: met.size, found }
    if (!last) return { ...walked, isWhole: true }
    if (traces === limits.mostTraces || found.length === limits.mostFound)
      return { ...walked, isWhole: false }
    begun = [...taken, { ...last, picked: last.picked + 1 }]
  }
}

function hasNoMore(taken: Taken | undefined): boolean {
  return taken !== undefined && taken.picked + 1 >= taken.options.length
}
