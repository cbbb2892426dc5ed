import type { FastifyReply, FastifyRequest } from 'fastify'

export const DESK_COOKIE = 'farmstand_admin'
/** Unlike `farmstand_device`, which only says that a browser signed in here before. */
export const HELPER_COOKIE = 'farmstand_helper'
export const STALL_COOKIE = 'farmstand_stall'

export type CookieJar = ReturnType<typeof cookieJar>

type CookieLife = { maxAge: number; sameSite: 'lax' | 'strict' }

/** httpOnly, for the whole site; `__Host-` and Secure under https. */
export function cookieJar(publicUrl: string | null) {
  const secure = publicUrl?.startsWith('https:') ?? false
  const named = (name: string) => (secure ? `__Host-${name}` : name)
  return {
    read: (request: FastifyRequest, name: string) => request.cookies[named(name)] || null,
    set(reply: FastifyReply, name: string, value: string, { maxAge, sameSite }: CookieLife): void {
      reply.setCookie(named(name), value, { path: '/', httpOnly: true, secure, sameSite, maxAge })
    },
    clear(reply: FastifyReply, name: string): void {
      reply.clearCookie(named(name), { path: '/', httpOnly: true, secure })
    },
  }
}
