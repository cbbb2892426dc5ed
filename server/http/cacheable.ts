import type { FastifyReply } from 'fastify'

/**
 * An answer that is the same for everyone who asks for its address;
 * `isCurrent` says whether its route would answer the same now.
 */
export type Cacheable = { bytes: Buffer; etag: string | null; isCurrent: () => boolean }

const cacheable = new WeakMap<FastifyReply, Cacheable>()

/** Says of an answer under way that it may be given again, without asking its route, for as long as it is current. */
export function markCacheable(reply: FastifyReply, answer: Cacheable): void {
  cacheable.set(reply, answer)
}

export function cacheableOf(reply: FastifyReply): Cacheable | undefined {
  return cacheable.get(reply)
}
