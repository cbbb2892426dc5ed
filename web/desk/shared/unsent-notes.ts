import { STALL_DATABASE } from '#contract/market/stall-page.ts'

/** Market-day notes waiting on this phone to be sent; 0 if it never was at a market. */
export function countNotesHere(): Promise<number> {
  return new Promise((resolve) => {
    if (!('indexedDB' in globalThis)) return resolve(0)
    const request = indexedDB.open(STALL_DATABASE)
    // Doesn't create a database where the stall page hasn't.
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
