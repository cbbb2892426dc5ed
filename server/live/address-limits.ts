import { networkCounts } from '#server/core/networks.ts'
import { type Bucket, tokenBucket } from '#server/core/token-bucket.ts'

const MAX_PAGES = 20_000
const MAX_PAGES_OF_ADDRESS = 1000

/** How many of an address's pages may never have sent a frame; ours send `hello` at once. */
const MAX_SILENT_OF_ADDRESS = 50

export const OF_PAGE = { burst: 10, perSecond: 2 }
export const HELLOS = { burst: 3, perSecond: 0.1 }
const CHATS_OF_ADDRESS = { burst: 100, perSecond: 20 }

export type AddressLimits = {
  /** Null if its address has too many. `drop` closes the page to make room for another. */
  enter(address: string, at: number, drop: () => void): Address | null
}

export type Address = { mayChat(at: number): boolean; hasSpoken(): void; leave(): void }

type Page = { drop: () => void }
type Line = { silent: Set<Page>; talking: Set<Page>; chats: Bucket }

/**
 * Counts connected pages by address, so that no one takes all the places: when full, the largest
 * network gives up its oldest page, silent ones first.
 */
export function addressLimits(): AddressLimits {
  const lines = new Map<string, Line>()
  const counts = networkCounts()
  let all = 0
  const remove = (address: string, line: Line, page: Page) => {
    if (!line.silent.delete(page) && !line.talking.delete(page)) return
    all--
    counts.add(address, -1)
    if (sizeOf(line) === 0) lines.delete(address)
  }
  const dropOldest = (address: string) => {
    const line = lines.get(address)
    const [page] = (line?.silent.size ? line.silent : line?.talking) ?? []
    if (!line || !page) return
    remove(address, line, page)
    page.drop()
  }
  return {
    enter(address, at, drop) {
      const line = lines.get(address) ?? {
        silent: new Set(),
        talking: new Set(),
        chats: tokenBucket(CHATS_OF_ADDRESS, at),
      }
      if (line.silent.size >= MAX_SILENT_OF_ADDRESS) dropOldest(address)
      if (sizeOf(line) >= MAX_PAGES_OF_ADDRESS) return null
      if (all >= MAX_PAGES) dropOldest(counts.fullest() ?? address)
      const page = { drop }
      lines.set(address, line)
      line.silent.add(page)
      all++
      counts.add(address)
      return {
        mayChat: (now) => line.chats.take(now) === 0,
        hasSpoken: () => void (line.silent.delete(page) && line.talking.add(page)),
        leave: () => remove(address, line, page),
      }
    },
  }
}

function sizeOf({ silent, talking }: Line): number {
  return silent.size + talking.size
}

export const NO_ADDRESS_LIMITS: AddressLimits = {
  enter: () => ({ mayChat: () => true, hasSpoken: () => {}, leave: () => {} }),
}
