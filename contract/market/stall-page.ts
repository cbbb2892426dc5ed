export const STALL_PAGE = '/admin/stall'

/** What keeps the page on the phone, and never a call. */
export const STALL_WORKER = '/admin/stall-worker.js'

/** What it minds: an icon on the home screen opens the desk, which without a network leads to the market's page. */
export const STALL_SCOPE = '/admin'

/** What the worker asks whenever it starts with a connection: which release there is, and whether it may stay. */
export const STALL_VERSION_FILE = '/admin/stall-version.json'

export type StallVersion = { kill: boolean; release: string }

/** Of the desk and of the market's page: one icon for both. */
export const STALL_MANIFEST = '/admin/stall.webmanifest'

/** Where the phone keeps what it noted. */
export const STALL_DATABASE = 'farmstand-stall'

/** Every store of the stall's worker is named so; it touches no other, and never what was noted. */
export const STALL_CACHES = 'stall-'

/** Where the phone keeps the products' pictures; its worker answers with them. */
export const STALL_PICTURES = 'stall-pictures'
