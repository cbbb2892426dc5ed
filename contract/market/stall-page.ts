export const STALL_PAGE = '/admin/stall'

/** The service worker that keeps the page on the phone; it never caches calls. */
export const STALL_WORKER = '/admin/stall-worker.js'

/** Includes the desk, whose home-screen icon leads to the market page when offline. */
export const STALL_SCOPE = '/admin'

/** Fetched on each start with a connection: the current release, and whether the worker stays. */
export const STALL_VERSION_FILE = '/admin/stall-version.json'

export type StallVersion = { kill: boolean; release: string }

export const STALL_MANIFEST = '/admin/stall.webmanifest'

export const STALL_DATABASE = 'farmstand-stall'

/** Prefix of the stall worker's caches. It touches no others, and never the notes. */
export const STALL_CACHES = 'stall-'

export const STALL_PICTURES = 'stall-pictures'
