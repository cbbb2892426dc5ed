import type { App } from './serve.ts'

/**
 * Watches for a proxy that nobody declared: `X-Forwarded-For` arrives and `TRUST_PROXY` is not set, so that all visitors
 * share the proxy's address and its limits. Says so in the log once; answers whether it was seen.
 */
export function watchForwarded(app: App, trustProxy: string | null): () => boolean {
  let seen = false
  if (trustProxy !== null) return () => false
  app.addHook('onRequest', (request, _, done) => {
    if (!seen && request.headers['x-forwarded-for'] !== undefined) {
      seen = true
      app.log.warn(
        'X-Forwarded-For is coming in, but TRUST_PROXY is not set, so all visitors count as one address. Set TRUST_PROXY to the proxy.',
      )
    }
    done()
  })
  return () => seen
}
