import { STALL_CACHES, STALL_PAGE, STALL_PICTURES } from '#contract/market/stall-page.ts'

declare const STALL_RELEASE: string
declare const STALL_FILES: readonly string[]

const SHELL = `${STALL_CACHES}shell-${STALL_RELEASE}`

/** Set once the shop recalls the worker: then it answers and caches nothing, however late it comes. */
export let isKilled = false

/** Caches a whole release, so that a late chunk is there offline. @throws when one is missing */
export async function storeRelease(): Promise<void> {
  const store = await caches.open(SHELL)
  await store.addAll([...STALL_FILES])
  await store.add('/favicon.svg').catch(() => {})
  const page = await fetch(STALL_PAGE, { cache: 'no-store' })
  if (page.ok) await storeShell(page)
}

/** Caches a page with all that it names. @throws when part of it can't be loaded */
export async function storeShell(page: Response): Promise<void> {
  if (isKilled) return
  const store = await caches.open(SHELL)
  const html = await page.clone().text()
  for (const [, path = ''] of html.matchAll(/ (?:href|src)="(\/assets\/[^"]+)"/g))
    if (!(await findStallFile(path))) await store.add(path)
  await store.put(STALL_PAGE, page)
}

/** Removes older releases, but not before the phone's next page: an old one may still be open. */
export async function dropFormer(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(STALL_CACHES) && name !== SHELL && name !== STALL_PICTURES)
      await caches.delete(name)
}

/** Without `cacheName`, looks in all caches: the previous release's page asks for its own code. */
export async function findStallFile(
  path: string,
  cacheName?: string,
): Promise<Response | undefined> {
  if (cacheName) return caches.match(path, { cacheName, ignoreVary: true })
  const names = (await caches.keys()).filter((name) => name.startsWith(STALL_CACHES))
  for (const name of [SHELL, ...names.filter((one) => one !== SHELL)]) {
    const found = await caches.match(path, { cacheName: name, ignoreVary: true })
    if (found) return found
  }
}

export async function removeStall(): Promise<void> {
  isKilled = true
  for (const name of await caches.keys())
    if (name.startsWith(STALL_CACHES)) await caches.delete(name)
}
