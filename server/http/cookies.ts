import type { FastifyReply, FastifyRequest } from 'fastify'

export const DESK_COOKIE = 'farmstand_admin'
/** Unlike `farmstand_device`, which only says that a browser signed in here before. */
export const HELPER_COOKIE = 'farmstand_helper'
export const STALL_COOKIE = 'farmstand_stall'

export type CookieJar = {
  read(request: FastifyRequest, name: string): string | null
  set(
    reply: FastifyReply,
    name: string,
    value: string,
    more: { maxAge: number; sameSite: 'lax' | 'strict' },
  ): void
  clear(reply: FastifyReply, name: string): void
}

/** httpOnly, for the whole site; `__Host-` and Secure under https. */
export function cookieJar(publicUrl: string | null): CookieJar {
  const secure = publicUrl?.startsWith('https:') ?? false
  const named = (name: string) => (secure ? `__Host-${name}` : name)
  return {
    read: (request, name) => request.cookies[named(name)] || null,
    set: (reply, name, value, { maxAge, sameSite }) => {
      reply.setCookie(named(name), value, { path: '/', httpOnly: true, secure, sameSite, maxAge })
    },
    clear: (reply, name) => {
      reply.clearCookie(named(name), { path: '/', httpOnly: true, secure })
    },
  }
}
