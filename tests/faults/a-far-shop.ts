import type { Answer, Asking } from '../a-buyer.ts'

export type FarAnswer = Answer & { headers: Headers }

/**
 * A shop behind a socket, wherever it listens now. `hangUp` breaks every line to it, like a buyer's
 * lost connection.
 */
export function aFarShop(urlNow: () => string, always: Record<string, string> = {}) {
  let line = new AbortController()
  return {
    async inject({ method = 'GET', url, headers, payload }: Asking): Promise<FarAnswer> {
      const body = typeof payload === 'object' ? JSON.stringify(payload) : payload
      const answer = await fetch(urlNow() + url, {
        method,
        headers: {
          ...always,
          ...(payload ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        ...(body ? { body } : {}),
        signal: line.signal,
      })
      const text = await answer.text()
      const cookies = answer.headers.getSetCookie().map(readCookie)
      return {
        statusCode: answer.status,
        headers: answer.headers,
        json: () => JSON.parse(text),
        cookies,
      }
    },
    hangUp(): void {
      line.abort()
      line = new AbortController()
    },
  }
}

function readCookie(header: string): { name: string; value: string } {
  const [pair = ''] = header.split(';')
  const at = pair.indexOf('=')
  return { name: pair.slice(0, at), value: pair.slice(at + 1) }
}
