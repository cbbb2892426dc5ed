import { STALL_CACHES, STALL_PAGE, STALL_PICTURES } from '#contract/market/stall-page.ts'

declare const STALL_RELEASE: string
/** Every file of the stall's build by its address, its later chunks among them. */
declare const STALL_FILES: readonly string[]

const SHELL = `${STALL_CACHES}shell-${STALL_RELEASE}`

/** Once everything was removed nothing more is kept, whatever was still on its way. */
let isOver = false

/**
 * Keeps a whole release ahead, so that a chunk that is needed late is there without a network.
 * @throws where one is missing
 */
export async function storeRelease(): Promise<void> {
  const store = await caches.open(SHELL)
  await store.addAll([...STALL_FILES])
  await store.add('/favicon.svg').catch(() => {})
  const page = await fetch(STALL_PAGE, { cache: 'no-store' })
  if (page.ok) await storeShell(page)
}

/** Keeps a page with all that it names. @throws where something of it cannot be had */
export async function storeShell(page: Response): Promise<void> {
  if (isOver) return
  const store = await caches.open(SHELL)
  const html = await page.clone().text()
  for (const [, path = ''] of html.matchAll(/ (?:href|src)="(\/assets\/[^"]+)"/g))
    if (!(await findStallFile(path))) await store.add(path)
  await store.put(STALL_PAGE, page)
}

/**
 * Removes what former releases left. A page of one may be open until its phone loads the next page, so not before that.
 */
export async function dropFormer(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(STALL_CACHES) && name !== SHELL && name !== STALL_PICTURES)
      await caches.delete(name)
}

export function storedShell(): Promise<Response | undefined> {
  return findStallFile(STALL_PAGE)
}

/** In one store of the stall's, or in any of them: a page of the release before still asks for its own code. */
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

/** Removes what the worker keeps; what was noted at the stall is not among it. */
export async function removeStall(): Promise<void> {
  isOver = true
  for (const name of await caches.keys())
    if (name.startsWith(STALL_CACHES)) await caches.delete(name)
}
