export const STALL_PAGE = '/admin/stall'

/** What keeps the page on the phone; it minds addresses that begin with the page's, and never a call. */
export const STALL_WORKER = '/admin/stall-worker.js'

/** What the worker asks whenever it starts with a connection: which release there is, and whether it may stay. */
export const STALL_VERSION_FILE = '/admin/stall-version.json'

export type StallVersion = { kill: boolean; release: string }

export const STALL_MANIFEST = '/admin/stall.webmanifest'

/** Every store of the stall's worker is named so; it touches no other, and never what was noted. */
export const STALL_CACHES = 'stall-'

/** Where the phone keeps the products' pictures; its worker answers with them. */
export const STALL_PICTURES = 'stall-pictures'
