import { STALL_DATABASE } from '#contract/market/stall-page.ts'

/** How many notes of a market day wait on this phone to be sent; 0 where it never was at one. */
export function countNotesHere(): Promise<number> {
  return new Promise((resolve) => {
    if (!('indexedDB' in globalThis)) return resolve(0)
    const request = indexedDB.open(STALL_DATABASE)
    // Nothing is made where the market's page has made nothing.
    request.onupgradeneeded = () => request.transaction?.abort()
    request.onerror = () => resolve(0)
    request.onsuccess = () => {
      const count = request.result.transaction('outbox').objectStore('outbox').count()
      count.onsuccess = () => {
        request.result.close()
        resolve(count.result)
      }
      count.onerror = () => resolve(0)
    }
  })
}
