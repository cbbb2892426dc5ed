export type NetworkCounts = ReturnType<typeof networkCounts>

type Network = { count: number; within: Map<string, Network> }

/** IPv6 prefix lengths given to a provider, a customer and a line (RFC 6177, section 2). */
const GIVEN = [32, 48, 56] as const

/**
 * Widest first, ending with the address itself (as `addressKey` writes it): /32, /48, /56 and /64
 * of IPv6, /24 of IPv4. Anyone with a /48 has 65,536 addresses to ask from.
 */
export function networksOf(address: string): string[] {
  const v6 = /^([\da-f]+):([\da-f]+):([\da-f]+):([\da-f]+)::\/64$/.exec(address)
  if (v6) {
    const groups = v6.slice(1).map((group) => Number.parseInt(group, 16))
    return [...GIVEN.map((bits) => `${prefix(groups, bits)}::/${bits}`), address]
  }
  const v4 = /^(\d+\.\d+\.\d+)\.\d+$/.exec(address)
  return v4 ? [`${v4[1]}.0/24`, address] : [address]
}

function prefix(groups: readonly number[], bits: number): string {
  return groups
    .slice(0, Math.ceil(bits / 16))
    .map((group, place) => group & (0xffff << Math.max(0, 16 * (place + 1) - bits)) & 0xffff)
    .map((group) => group.toString(16))
    .join(':')
}

export function networkCounts(addresses: Iterable<string> = []) {
  const all: Network = { count: 0, within: new Map() }
  const counts = {
    add(address: string, count = 1): void {
      let outer = all
      for (const name of networksOf(address)) {
        const network = outer.within.get(name) ?? { count: 0, within: new Map() }
        network.count += count
        if (network.count > 0) outer.within.set(name, network)
        else outer.within.delete(name)
        outer = network
      }
    },
    /** The count in each network that contains an address. */
    around(address: string): number {
      let sum = 0
      let network: Network | undefined = all
      for (const name of networksOf(address)) {
        network = network?.within.get(name)
        sum += network?.count ?? 0
      }
      return sum
    },
    /** An address of the fullest network, found from the widest down; null when empty. */
    fullest(): string | null {
      let found: string | null = null
      for (let { within } = all; within.size > 0; ) {
        const [name, network] = [...within].reduce((most, one) =>
          one[1].count > most[1].count ? one : most,
        )
        found = name
        within = network.within
      }
      return found
    },
  }
  for (const address of addresses) counts.add(address)
  return counts
}
