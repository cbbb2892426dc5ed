import { type Bucket, tokenBucket } from './token-bucket.ts'

/** How many pages may be connected, in all and from one address: a crowd at the market shares one. */
const MOST_SOCKETS = 20_000
const MOST_OF_ADDRESS = 1000

/** What one page may say, and what one address may ask the helper. */
export const OF_PAGE = { burst: 10, perSecond: 2 }
const CHATS_OF_ADDRESS = { burst: 100, perSecond: 20 }

export type AddressLimits = {
  /** Counts a page in; null when there are too many already. */
  enter(address: string, at: number): Address | null
}

/** The pages of one address. */
export type Address = { mayChat(at: number): boolean; leave(): void }

/** Counts connected pages by address, so that no single one takes all the places. */
export function addressLimits(): AddressLimits {
  const known = new Map<string, { open: number; chats: Bucket }>()
  let all = 0
  return {
    enter(address, at) {
      const here = known.get(address) ?? { open: 0, chats: tokenBucket(CHATS_OF_ADDRESS, at) }
      if (all >= MOST_SOCKETS || here.open >= MOST_OF_ADDRESS) return null
      known.set(address, here)
      here.open++
      all++
      return {
        mayChat: (now) => here.chats.take(now),
        leave() {
          all--
          if (--here.open === 0) known.delete(address)
        },
      }
    },
  }
}

/** No limits at all, for measurements and tests (LIMITS=off). */
export const NO_ADDRESS_LIMITS: AddressLimits = { enter: () => ({ mayChat: () => true, leave: () => {} }) }
